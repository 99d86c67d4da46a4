"""Attention over a slot cache: heads that share keys go through one kernel call together, so that no key is copied for them."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from torch import Tensor, nn

NAME = "mag_grouped"


def grouped_attention(
    module: "nn.Module", query: "Tensor", key: "Tensor", value: "Tensor", attention_mask: "Tensor", **settings: Any
) -> tuple["Tensor", None]:
    """Scaled dot products: query [B, H, S, D], key and value [B, K, L, D] with H a multiple of K, mask [B or 1, 1, S, L] (True: seen).

    Gives [B, S, H, D], as transformers wants it of an attention function.
    """
    from torch.nn.functional import scaled_dot_product_attention

    batch, heads, length, size = query.shape
    shared = heads // key.shape[1]
    together = query.reshape(batch, key.shape[1], shared * length, size)
    mask = attention_mask if length == 1 else attention_mask.repeat(1, 1, shared, 1)
    out = scaled_dot_product_attention(together, key, value, attn_mask=mask, scale=settings["scaling"])
    return out.reshape(batch, heads, length, size).transpose(1, 2), None


def register() -> None:
    """Make it known to transformers under NAME."""
    from transformers import AttentionInterface

    AttentionInterface.register(NAME, grouped_attention)
