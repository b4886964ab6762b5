"""Addresses as QR codes, for the cameras of phones."""

from io import BytesIO

from litestar import Response


def qr_code(address: str) -> Response[bytes]:
    """The picture of an address, which is not to be kept: it has a code in it."""
    import segno  # slow to import, and seldom needed

    image = BytesIO()
    segno.make(address, micro=False).save(
        image, kind="svg", scale=4, border=3, dark="#000", light="#fff", omitsize=True
    )
    return Response(image.getvalue(), media_type="image/svg+xml", headers={"cache-control": "no-store"})
