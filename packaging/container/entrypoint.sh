#!/bin/sh
# Makes a workspace where the volume is empty, so that a first start has something to show; touches nothing else.
set -eu
workspace=${GATEHOUSE_WORKSPACE:-/workspace}
if [ "${1:-}" = serve ] && [ -z "$(ls -A "$workspace")" ]; then
  gatehouse workspace new "$workspace" --sample --name workspace >&2
fi
exec gatehouse "$@"
