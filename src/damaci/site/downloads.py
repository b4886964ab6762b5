"""Answers that a browser saves as a file."""

from litestar import Response


def file(text: str, name: str) -> Response[str]:
    """PDN text that the browser saves as a file with this name."""
    return Response(
        text,
        media_type="application/vnd.pdn; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )
