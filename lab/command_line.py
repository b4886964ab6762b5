"""Commands that make a file again, as its card shows them."""


def option(text: str, given: object) -> str:
    """An option with a space before it; nothing if it was not given."""
    if not given:
        return ""
    return f" {text}"
