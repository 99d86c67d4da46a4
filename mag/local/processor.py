"""The processor of a Qwen3.5-type checkpoint: its tokenizer, chat template and image processor, without the video part.

Video processing needs torchvision, and without it `AutoProcessor` quietly gives back the bare tokenizer; here a folder loads the same
way with and without torchvision. Pictures go through the PIL image processor everywhere, so that equal pictures are equal pixels.
"""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mag.errors import BadInput

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

IMAGE, VIDEO, VISION_START, VISION_END = "<|image_pad|>", "<|video_pad|>", "<|vision_start|>", "<|vision_end|>"


def load_processor(folder: Path) -> Any:
    """The checkpoint's processor: `processor.tokenizer`, `processor.image_processor`, and calling it, as transformers documents.

    Raises BadInput for a folder that is no checkpoint of this family.
    """
    from transformers import AutoTokenizer
    from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import Qwen2VLImageProcessorPil

    needed = ("config.json", "tokenizer_config.json")
    missing = [name for name in needed if not (folder / name).is_file()]
    if missing:
        raise BadInput(f"{folder} is no checkpoint: it has no {missing[0]}; give a folder that transformers can load, or make one")
    try:
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
        images = Qwen2VLImageProcessorPil.from_pretrained(folder, local_files_only=True)
    except (OSError, ValueError, KeyError) as error:
        raise BadInput(f"{folder} has no usable tokenizer or image processor: {' '.join(str(error).split())[:200]}") from None
    return make_processor(tokenizer, images)


def make_processor(tokenizer: "PreTrainedTokenizerBase", image_processor: Any) -> Any:
    """A processor of the two. Raises BadInput for a tokenizer without the tokens of the family's pictures."""
    vocabulary = tokenizer.get_vocab()
    for name in (IMAGE, VISION_START, VISION_END):
        if name not in vocabulary:
            raise BadInput(f"the tokenizer has no {name}: only checkpoints of the Qwen3-VL and Qwen3.5 families run here")
    return _image_processor_class()(image_processor=image_processor, tokenizer=tokenizer)


@cache
def _image_processor_class() -> Any:
    """Made on first use: its base class is heavy to import."""
    from transformers import Qwen3VLProcessor
    from transformers.processing_utils import ProcessorMixin

    class ImageTextProcessor(Qwen3VLProcessor):
        """Qwen3VLProcessor for text and pictures."""

        def __init__(self, image_processor: Any = None, tokenizer: Any = None, chat_template: str | None = None, **_: Any) -> None:
            for name, token in (("image", IMAGE), ("video", VIDEO), ("vision_start", VISION_START), ("vision_end", VISION_END)):
                setattr(self, f"{name}_token", token)
                setattr(self, f"{name}_token_id", tokenizer.convert_tokens_to_ids(token))
            template = chat_template or tokenizer.chat_template
            ProcessorMixin.__init__(self, image_processor, tokenizer, chat_template=template)  # type: ignore[no-untyped-call]

    return ImageTextProcessor
