"""Material: the numbers of pieces on the board."""

Material = tuple[int, int, int, int]
_MOST = 6


def material_fields(material: Material) -> Material:
    """The fields of `forms.MATERIAL`. Raises ValueError for more than six of a kind, or a side without a piece."""
    for count in material:
        if not 0 <= count <= _MOST:
            raise ValueError(f"a number of pieces is {count}; expected 0 to 6")
    own_men, own_kings, enemy_men, enemy_kings = material
    if own_men + own_kings == 0 or enemy_men + enemy_kings == 0:
        raise ValueError("each side needs a piece")
    return material
