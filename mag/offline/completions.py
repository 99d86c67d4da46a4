"""Files of completions at gold steps: read from anywhere, written so that a stopped run goes on."""

import fcntl
import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from mag.constants import ELEMENT_VERBS  # noqa: F401
