"""The few errors a caller can act on. Everything else is a bug and fails loud.

MagError                 one line for people: what is wrong and what to do; `mag` prints it and exits 2
├── BadInput             a conf, task id, argument or file the user can correct
├── Corrupt              a stored record that is not what it claims to be
├── NoSpace              the disk is full: nothing finished is lost
└── Transient            the site, browser or provider failed: retried, then outcome `infra`
    ├── SiteDown
    ├── LoginLost
    └── BrowserCrash
"""


class MagError(Exception):
    """Base of all errors meant for people; the message is one line that says what to do."""


class BadInput(MagError):
    """The user gave something that can be corrected."""


class Corrupt(MagError):
    """A record on disk is not whole or not what its digest says."""


class NoSpace(MagError):
    """The disk is full; what was being written is gone, what was finished is not."""


class Transient(MagError):
    """Infrastructure failed; trying again may work. Never counted as the model's failure."""


class SiteDown(Transient):
    """A site did not answer, or answered 5xx."""


class LoginLost(Transient):
    """An account could not be verified as logged in."""


class BrowserCrash(Transient):
    """The browser or its page went away, or did not answer within the step's cap."""
