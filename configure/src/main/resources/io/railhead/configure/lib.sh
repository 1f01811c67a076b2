# What Railhead's steps on a machine are made of. POSIX sh with coreutils or busybox.
# Lines for the controller start with "rh:". "rh:o" lines are an item's state: they make its
# fingerprint. "rh:n" lines are notes beside it: they may change without anything having moved.
# shellcheck shell=sh

export LC_ALL=C
# The system's own come first: what stands in /usr/local, or in a PATH that somebody set, may have
# the name of a tool that changes are taken back with.
PATH=/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/sbin:/usr/local/bin
export PATH
rh_home=${RH_HOME:-/var/lib/railhead}

rh_say() { printf 'rh:%s\n' "$*"; }
rh_o() { printf 'rh:o %s=%s\n' "$1" "$2"; }
rh_n() { printf 'rh:n %s=%s\n' "$1" "$2"; }
rh_have() { command -v "$1" >/dev/null 2>&1; }
rh_fail() {
    printf '%s\n' "$*" >&2
    return 1
}
rh_uptime() {
    read -r rh_up _ </proc/uptime
    printf '%s' "${rh_up%%.*}"
}
# A command until it succeeds, once a second, until SECONDS are over: SECONDS COMMAND… What is
# brought about by another service may come late, or be gone for a moment.
rh_await() {
    rh_until=$(($(rh_uptime) + ${1:-0}))
    shift
    until "$@"; do
        [ "$(rh_uptime)" -lt "$rh_until" ] || return 1
        sleep 1
    done
}
rh_b64() { base64 | tr -d '\n'; }
# SHA-256 of standard input, in hex.
rh_sha() {
    rh_sum=$(sha256sum) || return 1
    printf '%s' "${rh_sum%% *}"
}
# To the disk: the files and directories named, or everything where sync takes no names.
rh_sync() { sync "$@" 2>/dev/null || sync; }
# A mark that need not outlast a loss of power, or that is brought to the disk later: PATH TEXT.
rh_mark() { printf '%s\n' "$2" >"$1"; }
# One that others read at any time, who must not find it empty: PATH TEXT.
rh_turn() { rh_clear "$1.new" && printf '%s\n' "$2" >"$1.new" && mv -f "$1.new" "$1"; }
# Whatever lies there would be written into: PATH.
rh_clear() { [ ! -e "$1" ] && [ ! -L "$1" ] || rm -rf "$1"; }
# A small file in one step, to the disk: PATH TEXT.
rh_put() {
    rh_clear "$1.new" && printf '%s\n' "$2" >"$1.new" && rh_sync "$1.new" && mv -f "$1.new" "$1" && rh_sync "${1%/*}"
}

# --- files -------------------------------------------------------------------------------------

# State of a file: PATH SHA. Content is sent only when it is not the wanted one (SHA).
rh_see_file() (
    if [ -L "$1" ]; then
        rh_o type link
        rh_o target "$(readlink "$1" | rh_b64)"
        [ -d "$1" ] && rh_o to directory
    elif [ ! -e "$1" ]; then
        rh_o type absent
    elif [ -f "$1" ]; then
        rh_o type file
        rh_see_access "$1"
        rh_see_content "$1" "$2"
        rh_see_replaceable "$1"
    elif [ -d "$1" ]; then
        rh_o type directory
    else
        rh_o type special
    fi
    rh_see_real "$1"
    rh_see_room "$1"
)

# How many names a file has, and whether it is mounted by itself: then no other can take its place.
rh_see_replaceable() {
    rh_n names "$(stat -c %h "$1")"
    if awk -v p="$1" '$5 == p { found = 1 } END { exit !found }' /proc/self/mountinfo; then
        rh_n mounted yes
    fi
}

rh_see_access() (
    rh_stat=$(stat -c '%a %U %G %u %g' "$1") || exit 1
    # shellcheck disable=SC2086
    set -- $rh_stat
    rh_o mode "$1"
    rh_o owner "$2"
    rh_o group "$3"
    rh_o uid "$4"
    rh_o gid "$5"
)

rh_see_content() (
    size=$(stat -c %s "$1")
    rh_o size "$size"
    if rh_is_large "$1"; then
        rh_o large yes
        exit 0
    fi
    sum=$(rh_sha <"$1") || exit 1
    rh_o sha256 "$sum"
    if [ "$sum" != "$2" ] && [ "$size" -le 262144 ]; then
        rh_n content "$(rh_b64 <"$1")"
    fi
)

# Larger than what the journal keeps, as rh_find_oversized has it; a sparse one is read for hours.
rh_is_large() { [ "$(stat -c %s "$1")" -gt 1073741824 ]; }

# Whether the directory that the file goes to can be written.
rh_see_room() (
    d=${1%/*}
    while [ -n "$d" ] && [ ! -e "$d" ] && [ ! -L "$d" ]; do d=${d%/*}; done
    d=${d:-/}
    if [ ! -d "$d" ]; then
        rh_n room "not-a-directory $d"
    elif [ ! -w "$d" ]; then
        rh_n room "unwritable $d"
    else
        rh_n room ok
    fi
)

# PATH with the links of its directories followed, also where some are not there yet.
rh_real() (
    d=${1%/*}
    rest=/${1##*/}
    while [ -n "$d" ] && [ ! -e "$d" ] && [ ! -L "$d" ]; do
        rest=/${d##*/}$rest
        d=${d%/*}
    done
    real=$(cd -P "${d:-/}" 2>/dev/null && pwd -P) || exit 1
    printf '%s' "${real%/}$rest" | tr -c '[:print:]\200-\377' '?'
)
# Where a path leads when a directory on it is a link: "rh:o real=PATH", nothing when it leads where
# it says. "rh:o aim=PATH" is what a link at its end points to.
rh_see_real() (
    real=$(rh_real "$1") || exit 0
    [ "$real" = "$1" ] || rh_o real "$real"
    if [ -L "$1" ]; then rh_o aim "$(readlink -f "$1" | tr -d '\n')"; fi
)
# By which other names what the system reads may be reached: "NAME TAB PATH" for every link from where
# files decide who gets in, what boots and what is run, and for both sides of every bind mount.
rh_list_names() {
    rh_names=$(
        {
            find / -maxdepth 1 -type l
            # What is enabled is linked to from there, and nothing else is decided by that.
            find /etc /boot /efi /lib/systemd /usr/lib/systemd /usr/local/lib/systemd \
                /run/systemd/system /run/systemd/network /run/udev/rules.d /var/spool/cron \
                /usr/share/dbus-1 /bin /sbin /usr/bin /usr/sbin /usr/local/bin /usr/local/sbin \
                -maxdepth 8 -type l ! -path '*.wants/*' ! -path '*.requires/*'
            find /root /home -maxdepth 3 -type l
        } 2>/dev/null | grep '^/' | rh_with_aims
        awk '{ at = $5; if ($4 == "/") { if (!($3 in top)) top[$3] = at; next }
               dev[++n] = $3; of[n] = $4; to[n] = at }
            END { for (i = 1; i <= n; i++) if (dev[i] in top) {
                from = (top[dev[i]] == "/" ? "" : top[dev[i]]) of[i]
                printf "%s\t%s\n%s\t%s\n", from, to[i], to[i], from } }' /proc/self/mountinfo
    )
}
# Beside each link on standard input, where it leads; that need not be there.
rh_with_aims() (
    links=$(cat)
    t=
    # A link may lead to a file system that does not answer.
    if rh_have timeout; then t='timeout 20'; fi
    aims=$(printf '%s\n' "$links" | tr '\n' '\0' | $t xargs -0 readlink -m -- 2>/dev/null)
    if [ "$(printf '%s\n' "$aims" | wc -l)" != "$(printf '%s\n' "$links" | wc -l)" ]; then
        # Those that lead to themselves have no line, and not every readlink knows -m.
        aims=$(printf '%s\n' "$links" | while read -r link; do
            readlink -f "$link" || readlink "$link" || echo "$link"
        done 2>/dev/null)
    fi
    printf '%s\n\n%s\n' "$links" "$aims" |
        awk '$0 == "" { aims = 1; next } !aims { link[++n] = $0; next } { print link[++m] "\t" $0 }'
)
# Other names of what is at PATH, or will be, among those of rh_list_names: "rh:n alsoN=NAME".
rh_see_names() (
    real=$(rh_real "$1") || exit 0
    printf '%s\n' "${rh_names-}" | rh_path=$1 rh_real=$real awk -F '\t' '
        BEGIN { path = ENVIRON["rh_path"]; real = ENVIRON["rh_real"] }
        NF == 2 && index(real "/", $2 "/") == 1 {
            name = $1 substr(real, length($2) + 1)
            if (name != path && name != real && !(name in seen) && n < 64) {
                seen[name]
                print "rh:n also" ++n "=" name
            }
        }' | tr -c '[:print:]\200-\377\n' '?'
)

# Keeps what is at PATH as $S/NAME.was: bytes, mode, owner, times, attributes, or its absence.
rh_keep_file() (
    if [ -L "$1" ] || [ -e "$1" ]; then
        rm -rf "${S:?}/$2.was"
        if [ -f "$1" ] && [ ! -L "$1" ] && rh_is_large "$1"; then
            rh_fail "$1 is larger than 1 GiB, more than the journal keeps" || exit 1
        fi
        cp -a "$1" "$S/$2.was" || exit 1
        [ -L "$S/$2.was" ] || rh_sync "$S/$2.was"
        rh_is_kept "$1" "$2" || exit 1
    else
        d=${1%/*}
        top=
        while [ -n "$d" ] && [ ! -e "$d" ] && [ ! -L "$d" ]; do
            top=$d
            d=${d%/*}
        done
        rh_put "$S/$2.absent" "$top" || exit 1
    fi
    rh_sync "$S"
)

# Whether the copy NAME of a regular file PATH is all of it, and what was seen of it when the plan was
# held against it: what is taken back must not be a part, nor what somebody was writing just then.
rh_is_kept() (
    if [ -L "$1" ] || [ ! -f "$1" ]; then exit 0; fi
    kept=$(rh_sha <"$S/$2.was") || exit 1
    seen=$(sed -n 's/^rh:o sha256=//p' "$S/before.state" 2>/dev/null)
    case $2-$seen in file-????????????????????????????????????????????????????????????????) ;;
    *) seen=$kept ;;
    esac
    [ "$(rh_sha <"$1")" = "$kept" ] && [ "$seen" = "$kept" ] ||
        rh_fail "$1 is not kept as it is ($(stat -c %s "$S/$2.was") bytes of $(stat -c %s "$1")): it is being written, or cannot be copied; nothing was changed"
)

# Puts a file in place in one step: PATH MODE OWNER GROUP, its bytes in base64 on standard input.
# It is made in a directory of its own beside the target, so nobody else can put a link there.
rh_put_file() (
    [ ! -d "$1" ] || { rh_fail "$1 is a directory" || exit 1; }
    d=${1%/*}
    d=${d:-/}
    (umask 022 && mkdir -p "$d") || exit 1
    t=$d/.railhead-$rh_run-$rh_n
    rm -rf "$t"
    mkdir -m 700 "$t" || exit 1
    if base64 -d >"$t/f" && chown "$3:$4" "$t/f" && chmod "$2" "$t/f" && rh_sync "$t/f" &&
        mv -f "$t/f" "$1"; then
        rmdir "$t"
        if rh_have restorecon; then restorecon "$1" 2>/dev/null; fi
        rh_sync "$d"
    else
        rm -rf "$t"
        rh_fail "cannot write $1 (left as it was)"
    fi
)

# Takes PATH back to what rh_keep_file NAME kept.
rh_give_file() (
    d=${1%/*}
    d=${d:-/}
    t=$d/.railhead-$rh_run-$rh_n
    rm -rf "$t"
    if [ -f "$S/$2.absent" ]; then
        if [ -d "$1" ] && [ ! -L "$1" ]; then rh_fail "$1 has become a directory" || exit 1; fi
        rm -f "$1" || exit 1
        read -r top <"$S/$2.absent"
        # Directories made for it, as far as they are empty.
        while [ -n "$top" ] && [ "${d#"$top"}" != "$d" ]; do
            rmdir "$d" 2>/dev/null || break
            d=${d%/*}
        done
    elif [ -L "$S/$2.was" ] || [ -e "$S/$2.was" ]; then
        if [ -d "$1" ]; then rh_fail "$1 has become a directory" || exit 1; fi
        (umask 022 && mkdir -p "$d") && mkdir -m 700 "$t" || exit 1
        if cp -a "$S/$2.was" "$t/f" && { [ -L "$t/f" ] || rh_sync "$t/f"; } &&
            mv -f "$t/f" "$1"; then
            rmdir "$t"
        else
            rm -rf "$t"
            rh_fail "cannot write $1 back; its former content is in $S/$2.was" || exit 1
        fi
        rh_sync "$d"
    fi
)

# Reading back: PATH MODE OWNER GROUP SHA.
rh_is_file() (
    if [ -L "$1" ] || [ ! -f "$1" ]; then rh_fail "$1 is no regular file" || exit 1; fi
    [ "$(rh_sha <"$1")" = "$5" ] || { rh_fail "$1 reads back with other content" || exit 1; }
    is=$(stat -c '%a %U %G %u %g' "$1")
    # shellcheck disable=SC2086
    set -- "$1" "$2" "$3" "$4" $is
    if [ "$5" != "$2" ]; then rh_fail "$1 has mode $5, not $2" || exit 1; fi
    if [ "$6" != "$3" ] && [ "$8" != "$3" ]; then
        rh_fail "$1 is owned by $6, not $3" || exit 1
    fi
    if [ "$7" != "$4" ] && [ "$9" != "$4" ]; then
        rh_fail "$1 has group $7, not $4" || exit 1
    fi
)

# --- packages ------------------------------------------------------------------------------------

# Who holds a lock of the package manager, in words; fails when it is free. Reads /proc alone: fuser
# and lsof are often missing, and /proc/locks numbers files of an overlay otherwise than stat does.
rh_apt_lock_holder() (
    find /proc/[0-9]*/fd \( -lname /var/lib/dpkg/lock-frontend -o -lname /var/lib/dpkg/lock \
        -o -lname /var/lib/apt/lists/lock -o -lname /var/cache/apt/archives/lock \) 2>/dev/null | {
        while read -r fd; do
            p=${fd#/proc/}
            p=${p%%/*}
            # Open is not yet locked.
            grep -q '^lock:' "/proc/$p/fdinfo/${fd##*/}" 2>/dev/null || continue
            f=$(readlink "$fd") || continue
            what=$(tr '\0' ' ' <"/proc/$p/cmdline" 2>/dev/null | tr -cd '[:print:]' | cut -c 1-60)
            what=${what% }
            printf '%s (process %s) holds %s' "${what:-a process}" "$p" "$f"
            exit 0
        done
        exit 1
    }
)

# For a step's `ready`: refuses the whole run, before anything is changed, while the package manager
# is in use.
rh_apt_free() {
    if rh_holder=$(rh_apt_lock_holder); then rh_refuse "package-manager $rh_holder"; fi
}
