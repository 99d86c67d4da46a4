"""The recipe's named alternatives, one small file each; `RECIPES` has them all by name."""

from mag.train.recipes import MAG, Recipe
from mag.train.variants.balanced import BALANCED, BALANCED_PLAIN
from mag.train.variants.dynamic import DYNAMIC
from mag.train.variants.kl import KL
from mag.train.variants.luffy import LUFFY
from mag.train.variants.plain import PLAIN
from mag.train.variants.scaled import SCALED
from mag.train.variants.shaped import SHAPED

RECIPES: dict[str, Recipe] = {recipe.name: recipe for recipe in (MAG, PLAIN, SHAPED, SCALED, KL, DYNAMIC, LUFFY, BALANCED, BALANCED_PLAIN)}
