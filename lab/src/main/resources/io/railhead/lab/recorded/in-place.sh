#!/bin/sh
# Puts the stand-ins in the place of the system's own programs, which are found before what stands in
# /usr/local. Run by a host as it starts, in its own root, as often as it does.
set -e
here=/usr/local/lib/railhead-lab
mkdir -p $here/system
while read -r tool; do
    own=/usr/sbin/$tool
    if [ "$(readlink "$own")" != $here/stand-in ]; then
        [ ! -e "$own" ] || cp -pL "$own" "$here/system/$tool"
        ln -sf $here/stand-in "$own"
    fi
done <$here/tools
