"""Answers that a browser keeps as a file."""

from litestar import Response


def file(text: str, name: str) -> Response[str]:
    """PDN that is kept as a file."""
    return Response(
        text,
        media_type="application/vnd.pdn; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )
