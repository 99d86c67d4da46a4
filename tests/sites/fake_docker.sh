#!/bin/sh
# A `docker` for tests: notes every call, and runs what `exec -T SERVICE sh -c SCRIPT` is asked to run in a folder made to look like
# the container's. FAKE_ROOT holds a folder a service; the script's absolute paths are led into it, and its bin/ is on PATH.
printf '%s\037' "$@" >>"$FAKE_ROOT/calls"
echo >>"$FAKE_ROOT/calls"
[ "$1 $2" = "image inspect" ] && for last; do :; done && echo "sha256:of-$last" && exit
while [ $# -gt 0 ] && [ "$1" != exec ]; do shift; done
[ $# -gt 0 ] || exit 0
home=$FAKE_ROOT/$3
script=$(printf '%s' "$6" | sed -E "s#(^|[^A-Za-z0-9_./])/(etc/gitlab|opt/gitlab|var/opt|var/www)/#\1$home/\2/#g")
PATH=$home/bin:$PATH exec sh -c "$script"
