# The lab's first process: pid 1 of the lab's own PID namespace, in the network namespace of the
# fabric and a mount namespace of the lab. Killing it ends the lab.
#
# Reads one order a line: the name of a host to start, `boot NAME` for a host with systemd,
# `virtual NAME` for one with a kernel of its own, `ports` to connect them, `done` when the lab
# stands. Its input ends without `done` when `lab up` was killed: then it leaves, and the kernel ends
# every process below it.
set -u
state=$1
exec 8</proc/self/ns/net

fail() {
    echo "keeper: $1 failed" >&2
    : >"$state/keeper.failed"
    exit 1
}

mount --all --fstab "$state/keeper.fstab" || fail "mount"
cd "$state/dev" || fail "cd dev"
mkdir pts shm || fail "mkdir dev"
mknod -m 666 null c 1 3 && mknod -m 666 zero c 1 5 && mknod -m 666 full c 1 7 &&
    mknod -m 666 random c 1 8 && mknod -m 666 urandom c 1 9 && mknod -m 666 tty c 5 0 ||
    fail "mknod"
ln -s pts/ptmx ptmx && ln -s /proc/self/fd fd && ln -s fd/0 stdin && ln -s fd/1 stdout &&
    ln -s fd/2 stderr || fail "ln"
mkdir "$state/layers/skeleton" "$state/layers/mask" || fail "mkdir layers"
# Overlay's way to say «not here»; the mask is made of links to it.
mknod "$state/layers/whiteout" c 0 0 || fail "mknod whiteout"
cd / || fail "cd"
ip -batch "$state/fabric" || fail "ip"

# The machine's /proc is still mounted here, so this is the number the machine knows.
read -r pid _ </proc/self/stat
echo "$pid" >"$state/keeper.pid.new" && mv "$state/keeper.pid.new" "$state/keeper.pid"

while read -r word; do
    case $word in
        done)
            exec 0</dev/null 8<&-
            # Waits for ever and collects the dead: orphans of the lab come to its first process.
            while :; do
                sleep infinity &
                wait
            done
            ;;
        ports)
            ip -batch "$state/ports" || fail "ip"
            : >"$state/ports.done"
            ;;
        "boot "*)
            /bin/sh "$state/booted/supervise.sh" "$state" "${word#boot }" \
                </dev/null >>"$state/hosts/${word#boot }/log" 2>&1 &
            ;;
        "virtual "*)
            /bin/sh "$state/virtual/supervise.sh" "$state" "${word#virtual }" \
                </dev/null >>"$state/hosts/${word#virtual }/log" 2>&1 &
            ;;
        *)
            # shellcheck disable=SC2086 # UNSHARE is a list of options
            unshare $UNSHARE /bin/sh "$state/host.sh" "$state" "$word" \
                </dev/null >>"$state/hosts/$word/log" 2>&1 ||
                : >"$state/hosts/$word/failed"
            ;;
    esac
done
exit 1
