"""The model and rows of bench/gpu.py: random weights of Qwen3.5's architecture, random tokens, their log-probabilities and FLOPs.

Needs torch and transformers 5 only.
"""

from dataclasses import dataclass

CLIP = 0.1  # gradient norm (MAG Table A4)


@dataclass(frozen=True)
class Sizes:
    """Of the model and the rows."""

    hidden: int = 1280
    inner: int = 3840
    layers: int = 24
    heads: int = 8
    kv_heads: int = 2
    head_dim: int = 256
    linear_heads: int = 16
    linear_dim: int = 128
    vocabulary: int = 248_320
    vision_hidden: int = 768
    vision_inner: int = 3072
    vision_depth: int = 12
    grid: tuple[int, int] = (56, 90)  # patches of 16 pixels: 1440 x 900, made a multiple of 32
    text: tuple[int, int] = (400, 900)  # tokens of a prompt's text, shortest and longest
    said: tuple[int, int] = (32, 64)  # of a completion
    at_once: int = 24  # rows that generate together
    generated: int = 128


TINY = Sizes(
    64, 128, 4, 4, 2, 16, 4, 16, 512, vision_hidden=32, vision_inner=64, vision_depth=1, grid=(4, 6), text=(20, 40), said=(4, 8),
    at_once=6, generated=8,
)  # fmt: skip


def build(sizes: Sizes, device: str, dtype):
    """The model with random weights, made where it runs."""
    import torch
    from transformers import AutoModelForImageTextToText, Qwen3_5Config, Qwen3_5TextConfig, Qwen3_5VisionConfig

    pairs = sizes.head_dim // 8  # a quarter of a head's dimensions is rotated, two by two
    text = Qwen3_5TextConfig(
        vocab_size=sizes.vocabulary, hidden_size=sizes.hidden, intermediate_size=sizes.inner, num_hidden_layers=sizes.layers,
        num_attention_heads=sizes.heads, num_key_value_heads=sizes.kv_heads, head_dim=sizes.head_dim,
        linear_num_key_heads=sizes.linear_heads, linear_num_value_heads=sizes.linear_heads, linear_key_head_dim=sizes.linear_dim,
        linear_value_head_dim=sizes.linear_dim, tie_word_embeddings=True, eos_token_id=None, pad_token_id=0,
        rope_parameters={
            "rope_type": "default", "rope_theta": 1e7, "partial_rotary_factor": 0.25, "mrope_interleaved": True,
            "mrope_section": [(pairs + 2) // 3, (pairs + 1) // 3, pairs // 3],
        },
    )  # fmt: skip
    vision = Qwen3_5VisionConfig(
        depth=sizes.vision_depth, hidden_size=sizes.vision_hidden, intermediate_size=sizes.vision_inner,
        num_heads=max(1, sizes.vision_hidden // 64), out_hidden_size=sizes.hidden, num_position_embeddings=2304,
    )  # fmt: skip
    config = Qwen3_5Config(
        text_config=text, vision_config=vision, image_token_id=1, video_token_id=2, vision_start_token_id=3, vision_end_token_id=4,
        tie_word_embeddings=True,
    )  # fmt: skip
    torch.manual_seed(0)
    with torch.device(device):
        return AutoModelForImageTextToText.from_config(config, dtype=dtype)


@dataclass
class Rows:
    """Rows padded on the right: inputs of the model, where its loss tokens are predicted, and what they are."""

    inputs: dict
    where: object  # [tokens], positions in [B * L]
    targets: object  # [tokens]
    counts: list[int]  # loss tokens of each row
    lengths: list[int]

    @property
    def tokens(self) -> int:
        return sum(self.lengths)


def make_rows(sizes: Sizes, seed: int, count: int, device: str, dtype, equal: bool = False) -> Rows:
    """Random rows; `equal`: prompts of one length and no completions, to generate from."""
    import torch

    random = torch.Generator().manual_seed(seed)

    def between(low: int, high: int) -> int:
        return int(torch.randint(low, high + 1, (), generator=random))

    pictures = sizes.grid[0] * sizes.grid[1] // 4
    prompts = [pictures + (sum(sizes.text) // 2 if equal else between(*sizes.text)) for _ in range(count)]
    counts = [0 if equal else between(*sizes.said) for _ in range(count)]
    lengths = [prompt + said for prompt, said in zip(prompts, counts, strict=True)]
    longest = max(lengths)
    ids = torch.randint(5, sizes.vocabulary, (count, longest), generator=random)
    ids[:, 1], ids[:, 2 : 2 + pictures], ids[:, 2 + pictures] = 3, 1, 4
    mask = (torch.arange(longest) < torch.tensor(lengths)[:, None]).long()
    ids = ids * mask
    where = torch.cat([torch.arange(p - 1, p + n - 1) + row * longest for row, (p, n) in enumerate(zip(prompts, counts, strict=True))])
    pixels = torch.randn((count * 4 * pictures, 3 * 2 * 16 * 16), generator=random)
    inputs = {
        "input_ids": ids, "attention_mask": mask, "mm_token_type_ids": (ids == 1).int(), "pixel_values": pixels.to(dtype),
        "image_grid_thw": torch.tensor([[1, *sizes.grid]] * count),
    }  # fmt: skip
    inputs = {name: tensor.to(device) for name, tensor in inputs.items()}
    return Rows(inputs, where.to(device), ids.flatten()[where + 1].to(device), counts, lengths)


def logprobs(model, rows: Rows):
    """log pi of the loss tokens, fp32 [tokens]; only these go through the output layer (as mag.train.logprobs.token_logprobs)."""
    hidden = model.base_model(**rows.inputs, use_cache=False)[0].flatten(0, 1)[rows.where]
    logits = model.get_output_embeddings()(hidden).float()
    return logits.gather(1, rows.targets[:, None])[:, 0] - logits.logsumexp(1)


class Optimizer:
    """AdamW on an fp32 copy of bf16 weights, the gradient clipped."""

    def __init__(self, model, rate: float) -> None:
        import torch

        self.weights = [weight for weight in model.parameters() if weight.requires_grad]
        self.copies = [weight.detach().float() for weight in self.weights]
        self.adam = torch.optim.AdamW(self.copies, lr=rate, weight_decay=0.0, fused=True)

    def step(self) -> float:
        import torch

        for copy, weight in zip(self.copies, self.weights, strict=True):
            copy.grad = None if weight.grad is None else weight.grad.float()
            weight.grad = None
        norm = torch.nn.utils.clip_grad_norm_(self.copies, CLIP)
        self.adam.step()
        with torch.no_grad():
            for copy, weight in zip(self.copies, self.weights, strict=True):
                weight.copy_(copy)
                copy.grad = None
        return float(norm)


@dataclass
class Flops:
    """Model FLOPs of a forward pass."""

    text: int  # weights of the text layers
    head: int
    vision: int
    merger: int
    sizes: Sizes

    @classmethod
    def of(cls, model, sizes: Sizes) -> "Flops":
        def count(module) -> int:
            return sum(weight.numel() for weight in module.parameters())

        merger = count(model.model.visual.merger)
        head = sizes.vocabulary * sizes.hidden
        visual = count(model.model.visual) - merger - count(model.model.visual.pos_embed)  # which is looked up
        return cls(count(model.model.language_model) - head, head, visual, merger, sizes)

    def weights(self, rows: Rows) -> float:
        """Products with weights; four patches are merged into a visual token."""
        patches = len(rows.lengths) * self.sizes.grid[0] * self.sizes.grid[1]
        return 2 * (self.text * rows.tokens + self.head * sum(rows.counts) + patches * (self.vision + self.merger / 4))

    def attention(self, rows: Rows) -> float:
        """Queries with keys, and what they pick of the values: half of all pairs in the text, all in the picture."""
        sizes, patches = self.sizes, self.sizes.grid[0] * self.sizes.grid[1]
        text = sum(4 * length**2 / 2 for length in rows.lengths) * (sizes.layers // 4) * sizes.heads * sizes.head_dim
        return text + 4 * len(rows.lengths) * patches**2 * sizes.vision_depth * sizes.vision_hidden

    def forward(self, rows: Rows) -> float:
        return self.weights(rows) + self.attention(rows)
