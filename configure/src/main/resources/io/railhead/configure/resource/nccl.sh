# What the machine has behind the rails' interfaces, for NCCL's environment.
# shellcheck shell=sh

# RDMA ports behind interface NAME, in one note "rdma:NAME": words DEVICE/PORT;LAYER;INDEX;TYPE;GID,
# one for each entry of a port's GID table that is on the interface; without the last three where
# the table has none. Reading an empty slot of the table fails, so that it is passed over.
rh_see_rdma() (
    [ -e "/sys/class/net/$1" ] || { rh_n "link:$1" absent; exit 0; }
    all=
    for f in /sys/class/infiniband/*/ports/*/gid_attrs/ndevs/*; do
        { read -r on <"$f"; } 2>/dev/null || continue
        [ "$on" = "$1" ] || continue
        p=${f%/gid_attrs/*}
        gid=
        type=
        { read -r gid <"$p/gids/${f##*/}"; } 2>/dev/null
        { read -r type <"$p/gid_attrs/types/${f##*/}"; } 2>/dev/null
        all="$all $(rh_rdma_port "$p");${f##*/};$(printf '%s' "$type" | tr ' ' _);$gid"
    done
    if [ -z "$all" ]; then
        port=
        { read -r port <"/sys/class/net/$1/dev_port"; } 2>/dev/null
        for d in "/sys/class/net/$1/device/infiniband"/*; do
            [ -e "$d" ] || continue
            p=/sys/class/infiniband/${d##*/}/ports
            if [ -e "$p/$((${port:-0} + 1))" ]; then p=$p/$((${port:-0} + 1)); else p=$p/1; fi
            all="$all $(rh_rdma_port "$p");;;"
        done
    fi
    rh_n "rdma:$1" "$all"
)
# DEVICE/PORT;LAYER of the port's directory.
rh_rdma_port() (
    d=${1%/ports/*}
    layer=
    { read -r layer <"$1/link_layer"; } 2>/dev/null
    printf '%s/%s;%s' "${d##*/}" "${1##*/}" "$layer"
)

# Versions of NCCL that are installed as libraries of the system.
rh_see_nccl() (
    all=
    for f in /usr/lib/libnccl.so.2.* /usr/lib/*/libnccl.so.2.* /usr/lib64/libnccl.so.2.* \
        /usr/local/lib/libnccl.so.2.* /usr/local/cuda*/lib64/libnccl.so.2.*; do
        [ -e "$f" ] && all="$all ${f##*/libnccl.so.}"
    done
    rh_n nccl "$all"
)
