"""The shape of one forum's seed data; the data_forums_* modules fill it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ForumSeed:
    """One forum with what is said in it.

    A post is "text | title | first sentences", "link | title | domain", "image | title" or "wiki | title | Fieldbook article".
    """

    name: str
    title: str
    tagline: str
    about: str
    created: str
    subscribers: int
    moderator: str
    rules: tuple[str, ...]
    posts: tuple[str, ...]
    talk: tuple[str, ...]  # comment sentences that fit any post of the forum
    details: tuple[str, ...]  # what people add to the text of a post
    weekly: str = ""  # title of the weekly thread, empty where there is none
