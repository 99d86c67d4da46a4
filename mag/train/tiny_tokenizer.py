"""The tiny model's tokenizer: Qwen3.5's class with a small vocabulary, in which every constant stretch of a prompt is one token.

A prompt of this benchmark is mostly text that never changes. One token a stretch leaves the page, the task and the history, which is
what makes training on two CPU cores possible; a label that menu, task and guide share is one token too, so that repeating it is one
step. Every byte has a token and the class normalises to NFC: decoding gives back NFC of what was encoded, exactly.

The class fixes how text is cut before pairs are merged, whatever the folder says. So what matters is which pairs exist: none joins a
blank or a quote with a capital, and a name is the same tokens in a menu, a task and a sentence.
"""

import json
from typing import TYPE_CHECKING, Any

from mag.constants import MENU_LINES
from mag.local.processor import IMAGE, VIDEO, VISION_END, VISION_START
from mag.train.tiny_text import constants, corpus, labels

if TYPE_CHECKING:
    from transformers import Qwen3_5Tokenizer

VOCABULARY = 3_584
LABELS = 600
END_OF_TEXT, START_OF_TURN, END_OF_TURN = "<|endoftext|>", "<|im_start|>", "<|im_end|>"
SPECIAL = (END_OF_TEXT, START_OF_TURN, END_OF_TURN, VISION_START, VISION_END, "<|vision_pad|>", IMAGE, VIDEO)
ROLES = ("system\n", "user\n", "assistant\n")

PIECES = r"\p{Lu}[\p{L}\p{M}]*| ?[\p{Ll}\p{Lo}\p{M}]+| ?[^\s\p{L}\p{M}\p{N}]+|\p{N}|\s+"
NUMBERS = (*range(10, MENU_LINES + 1), *range(2015, 2030))  # ids and years; single digits are bytes

# Qwen's roles and frames; the assistant's own tokens are told apart for training (`return_assistant_tokens_mask`).
CHAT_TEMPLATE = """{%- for message in messages -%}
{{- '<|im_start|>' + message.role + '\\n' -}}
{%- if message.role == 'assistant' -%}
{% generation %}
{%- if message.content is string -%}{{- message.content -}}
{%- else -%}{%- for part in message.content -%}{{- part.text -}}{%- endfor -%}{%- endif -%}
{{- '<|im_end|>' -}}
{% endgeneration %}
{%- elif message.content is string -%}{{- message.content + '<|im_end|>' -}}
{%- else -%}
{%- for part in message.content -%}
{%- if part.type == 'image' or 'image' in part or 'image_url' in part -%}{{- '<|vision_start|><|image_pad|><|vision_end|>' -}}
{%- else -%}{{- part.text -}}{%- endif -%}
{%- endfor -%}
{{- '<|im_end|>' -}}
{%- endif -%}
{{- '\\n' -}}
{%- endfor -%}
{%- if add_generation_prompt -%}{{- '<|im_start|>assistant\\n' -}}{%- endif -%}
"""


def build_tokenizer() -> "Qwen3_5Tokenizer":
    """Train it: the same texts give the same tokens."""
    from tokenizers import AddedToken
    from transformers import Qwen3_5Tokenizer

    fixed = [*ROLES, *constants()]
    words = [*map(str, NUMBERS), *[label for label in labels() if label not in fixed][:LABELS]]
    model = _byte_pairs(VOCABULARY - len(SPECIAL) - len(fixed) - len(words))
    tokenizer = Qwen3_5Tokenizer(
        vocab=model["vocab"],
        merges=[tuple(pair) for pair in model["merges"]],  # type: ignore[misc]
        unk_token=END_OF_TEXT,
        eos_token=END_OF_TURN,
        pad_token=END_OF_TEXT,
        extra_special_tokens=[text for text in SPECIAL if text not in (END_OF_TEXT, END_OF_TURN)],
        model_max_length=32_768,
        clean_up_tokenization_spaces=False,
    )
    tokenizer.add_tokens([AddedToken(text, normalized=False) for text in fixed])
    tokenizer.add_tokens([AddedToken(text, normalized=False, single_word=True) for text in words])
    tokenizer.chat_template = CHAT_TEMPLATE
    return tokenizer


def _byte_pairs(size: int) -> Any:
    """The `model` of a trained tokenizer: vocabulary and merges."""
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(PIECES), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    trainer = trainers.BpeTrainer(vocab_size=size, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False)
    tokenizer.train_from_iterator(corpus(), trainer)
    return json.loads(tokenizer.to_str())["model"]
