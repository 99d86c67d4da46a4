"""The web server that the tests' providers run on."""

from http.server import ThreadingHTTPServer


class Server(ThreadingHTTPServer):
    """Takes many connections at one moment: the standard library's queue of five resets the others."""

    daemon_threads = True
    request_queue_size = 128
