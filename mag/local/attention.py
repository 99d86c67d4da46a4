"""Attention over a slot cache: heads that share keys go through one kernel call together, so that no key is copied for them."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from torch import Tensor, nn

NAME = "mag_grouped"


def grouped_attention(
    module: "nn.Module", query: "Tensor", key: "Tensor", value: "Tensor", attention_mask: "Tensor | None", **settings: Any
) -> tuple["Tensor", None]:
    """Scaled dot products: query [B, H, S, D], key and value [B, K, L, D] with H a multiple of K.

    The mask is added to the products, [B or 1, 1, S, L]; None: the queries are those of the last S of L tokens, each sees all before it.
    Gives [B, S, H, D], as transformers wants it of an attention function.
    """
    from torch.nn.functional import pad, scaled_dot_product_attention

    batch, heads, length, size = query.shape
    if attention_mask is None:
        before = key.shape[2] - length  # the kernel lines both up at their starts: tokens read earlier get queries that nobody looks at
        whole = pad(query, (0, 0, before, 0)) if before else query
        out = scaled_dot_product_attention(whole, key, value, is_causal=True, scale=settings["scaling"], enable_gqa=True)
        return out[:, :, before:].transpose(1, 2), None
    shared = heads // key.shape[1]
    together = query.reshape(batch, key.shape[1], shared * length, size)
    mask = attention_mask if length == 1 else attention_mask.repeat(1, 1, shared, 1)
    out = scaled_dot_product_attention(together, key, value, attn_mask=mask, scale=settings["scaling"])
    return out.reshape(batch, heads, length, size).transpose(1, 2), None


def additive(seen: "Tensor", dtype: Any) -> "Tensor":
    """The mask of positions that are seen (True), made once for all layers: from a boolean one each layer would make its own."""
    import torch

    return torch.zeros(seen.shape, dtype=dtype, device=seen.device).masked_fill_(~seen, float("-inf"))


def register() -> None:
    """Make it known to transformers under NAME."""
    from transformers import AttentionInterface

    AttentionInterface.register(NAME, grouped_attention)
