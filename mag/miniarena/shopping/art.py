"""Product pictures: SVG drawn from the product's name, subcategory and number, the same on every machine."""

from mag.miniarena.shopping.data_art import BY_CATEGORY, BY_WORD, GROUNDS, PALETTES, SHAPES


def shape_of(name: str, category: str) -> str:
    """The drawing for a product: the last telling word of its name decides, else its subcategory."""
    for word in reversed(name.split()):
        if word in BY_WORD:
            return BY_WORD[word]
    return BY_CATEGORY.get(category, "jar")


def picture(product_id: int, name: str, category: str) -> str:
    """The picture as an SVG document."""
    main, dark, light = PALETTES[(product_id * 7) % len(PALETTES)]
    ground = GROUNDS[product_id % len(GROUNDS)]
    drawing = SHAPES[shape_of(name, category)].format(a=main, b=dark, c=light)
    turn = (product_id * 13) % 9 - 4
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><rect width="200" height="200" fill="{ground}"/>'
        f'<ellipse cx="100" cy="168" rx="66" ry="8" fill="#000" opacity=".08"/>'
        f'<g transform="rotate({turn} 100 100)">{drawing}</g></svg>'
    )
