"""Pictures of image submissions: a landscape drawn from the submission's number, the same every time."""

from random import Random

WIDTH, HEIGHT = 960, 640
PALETTES = (
    ("#f6d7a7", "#e58f65", "#b35d4f", "#6d3b47", "#2f2235"),
    ("#dceaf2", "#a9c6d6", "#6f97ad", "#3f6479", "#1f3542"),
    ("#f3ecd2", "#cdd4a2", "#93a66a", "#5b7449", "#2f4532"),
    ("#e9dff0", "#b9a3c9", "#84709c", "#534770", "#292642"),
    ("#fdf3e3", "#f0c987", "#c98f4e", "#84603d", "#3f3228"),
)


def picture_svg(number: int) -> str:
    """Sky, a disc, four ranges of hills and a few uprights in front."""
    rng = Random(f"picture {number}")
    sky, *hills = rng.choice(PALETTES)
    parts = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{sky}"/>',
        f'<circle cx="{rng.randint(150, 810)}" cy="{rng.randint(90, 240)}" r="{rng.randint(36, 72)}" fill="#fffbea" opacity="0.85"/>',
    ]
    for place, color in enumerate(hills):
        parts.append(f'<path d="{ridge(rng, 260 + place * 90)}" fill="{color}"/>')
    for _ in range(rng.randint(2, 9)):
        x, height = rng.randint(20, WIDTH - 40), rng.randint(60, 190)
        parts.append(f'<rect x="{x}" y="{HEIGHT - height}" width="{rng.randint(4, 15)}" height="{height}" fill="{hills[3]}"/>')
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{"".join(parts)}</svg>'


def ridge(rng: Random, level: int) -> str:
    """The outline of one range of hills, closed at the bottom edge."""
    points = [f"{x},{level + rng.randint(-55, 55)}" for x in range(0, WIDTH + 1, 120)]
    return f"M0,{HEIGHT} L{' L'.join(points)} L{WIDTH},{HEIGHT} Z"
