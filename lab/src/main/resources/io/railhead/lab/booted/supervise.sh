# Keeps one booted host: raises it, raises it again when it reboots, and waits when it was switched
# off. Runs below the lab's first process (keeper.sh), in the fabric's network namespace.
set -u
state=$1
host=$2
home=$state/hosts/$host

# The container's exit status when the system in it asked for a restart (EXIT_FORCE_RESTART).
readonly RESTART=133

if ! mount --all --fstab "$home/fstab"; then
    : >"$home/failed"
    exit 1
fi
boot=0
while :; do
    boot=$((boot + 1))
    # The kernel takes links of an ended namespace back a little later than the next boot comes.
    while read -r port; do
        ip link delete "$port" 2>/dev/null
    done <"$home/ports"
    unshare --net --mount /bin/sh "$state/booted/start.sh" "$state" "$host" </dev/null &
    wait $!
    status=$?
    rm -f "$home/pid"
    echo "boot $boot ended with status $status"
    if [ "$status" != "$RESTART" ]; then
        if [ "$boot" = 1 ] && [ "$status" != 0 ]; then
            : >"$home/failed"
        fi
        while [ ! -e "$home/start" ]; do
            sleep 0.3
        done
    fi
    rm -f "$home/start"
done
