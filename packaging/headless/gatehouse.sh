#!/bin/sh
# Starts Gatehouse on the Node that came with it, wherever the package was unpacked.
set -eu
home=$(dirname -- "$(readlink -f -- "$0")")/../lib/gatehouse
exec "$home/node" "$home/out/main/headless.js" "$@"
