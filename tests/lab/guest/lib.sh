# What scenes and a person at the prompt have at hand. Sourced.
# shellcheck shell=sh
. /lab/guest/servers.sh
