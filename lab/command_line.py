"""The commands that make a file again, in the form in which its card shows them."""


def option(text: str, given: object) -> str:
    """An option with a space before it; empty if it was not given."""
    if not given:
        return ""
    return f" {text}"
