# Packages, by apt and dpkg or by dnf and rpm.
# shellcheck shell=sh

export DEBIAN_FRONTEND=noninteractive APT_LISTCHANGES_FRONTEND=none
# Services that hold old libraries are not restarted behind anybody's back.
export NEEDRESTART_MODE=l NEEDRESTART_SUSPEND=1

rh_manager() {
    if rh_have apt-get && rh_have dpkg-query; then
        echo apt
    elif rh_have dnf && rh_have rpm; then
        echo dnf
    else
        echo none
    fi
}

# Nothing is asked, configuration that was edited stays, and nothing waits for a lock.
rh_apt() {
    apt-get -y -q --no-install-recommends --allow-downgrades --allow-change-held-packages \
        -o Dpkg::Use-Pty=0 -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold \
        -o DPkg::Lock::Timeout=0 "$@"
}

# Every package that is known here: NAME VERSION STATUS WANT.
rh_apt_list() {
    # shellcheck disable=SC2016
    dpkg-query -W -f '${Package}\t${Version}\t${db:Status-Status}\t${db:Status-Want}\t${Architecture}\n' |
        awk -F '\t' -v native="$(dpkg --print-architecture)" '$5 == native || $5 == "all" {
            print $1, ($2 == "" ? "-" : $2), $3, $4
        }'
}

# Versions of NAME that the sources have, newest first.
rh_apt_versions() { apt-cache madison "$1" 2>/dev/null | awk '{ if (!seen[$3]++) print $3 }'; }

# Whether there are lists of what the sources have.
rh_apt_lists() (
    eval "$(apt-config shell lists Dir::State::lists/d 2>/dev/null)"
    [ -n "$(find "${lists:-/var/lib/apt/lists}" -maxdepth 1 -name '*Packages*' 2>/dev/null |
        head -n 1)" ]
)

# What apt would do: "NAME OLD NEW", "-" for none. Arguments as for rh_apt.
rh_apt_would() {
    rh_apt -s "$@" 2>/dev/null | awk '
        $1 == "Inst" && $3 ~ /^\[/ { o = $3; n = $4; gsub(/[][]/, "", o); sub(/^\(/, "", n); print $2, o, n }
        $1 == "Inst" && $3 ~ /^\(/ { n = $3; sub(/^\(/, "", n); print $2, "-", n }
        $1 == "Remv" || $1 == "Purg" { o = $3; gsub(/[][]/, "", o); print $2, o, "-" }'
}

# State of a package: NAME, present or absent, the wanted version or nothing.
rh_see_package() (
    manager=$(rh_manager)
    rh_n manager "$manager"
    case $manager in
    apt)
        # shellcheck disable=SC2046
        set -- "$1" "$2" "$3" $(dpkg-query -W -f '${db:Status-Want} ${db:Status-Status} ${Version}\n' \
            "$1" 2>/dev/null | head -n 1)
        case ${5-} in
        installed) rh_o version "$6" ;;
        "" | not-installed | config-files) rh_o version none ;;
        *) rh_o version "half $5" ;;
        esac
        if [ "${4-}" = hold ]; then rh_o held yes; else rh_o held no; fi
        is=none
        [ "${5-}" != installed ] || is=$6
        case "$2 $is" in
        "absent none") exit 0 ;;
        "present none") ;;
        present*) if [ -z "$3" ] || [ "$3" = "$is" ]; then exit 0; fi ;;
        esac
        rh_n versions "$(rh_apt_versions "$1" | head -n 12 | tr '\n' ' ')"
        rh_apt_lists || rh_n lists none
        if [ "$2" = absent ]; then
            set -- remove "$1"
        else
            set -- install "$1${3:+=$3}"
        fi
        if said=$(rh_apt -s "$@" 2>&1); then
            would=$(rh_apt_would "$@")
            rh_n would "$(printf '%s\n' "$would" | rh_b64)"
            rh_n gone "$(printf '%s\n' "$would" | while read -r name old _; do
                case $old in - | '') continue ;; esac
                rh_apt_versions "$name" | grep -q -x -F -e "$old" || printf '%s=%s ' "$name" "$old"
            done)"
        else
            rh_n refused "$(printf '%s' "$said" | grep -E '^( [a-z0-9]|E:)' | tail -n 6 |
                sed -e 's/^E: //' -e 's/$/;/' | tr -s ' \n' ' ')"
        fi
        ;;
    dnf)
        if version=$(rpm -q --qf '%{VERSION}-%{RELEASE}\n' "$1" 2>/dev/null); then
            rh_o version "$(printf '%s\n' "$version" | tail -n 1)"
        else
            rh_o version none
        fi
        locks=$(dnf -q versionlock list 2>/dev/null) || rh_n locks no
        if printf '%s\n' "$locks" | grep -q "^$1-[0-9]\|[:-]$1-[0-9]"; then
            rh_o held yes
        else
            rh_o held no
        fi
        rh_n versions "$(dnf -q list --showduplicates "$1" 2>/dev/null |
            awk 'NF == 3 { sub(/^[0-9]+:/, "", $2); print $2 }' | sort -u | tr '\n' ' ')"
        ;;
    esac
)

# Keeps what is installed, and what apt would touch: arguments as for rh_apt.
rh_keep_packages() {
    case $(rh_manager) in
    apt)
        rh_apt_list >"$S/packages.was" && apt-mark showauto >"$S/auto.was" &&
            rh_apt_would "$@" >"$S/touched"
        ;;
    dnf) rpm -qa --qf '%{NAME}.%{ARCH} %{VERSION}-%{RELEASE}\n' | sort >"$S/packages.was" ;;
    esac
}

# What a killed dpkg left half done.
rh_apt_mend() {
    [ -z "$(dpkg --audit 2>/dev/null)" ] || dpkg --force-confdef --force-confold --configure -a
}

# NAME present|absent VERSION hold|unhold|left
rh_set_package() (
    case $(rh_manager) in
    apt)
        want=$(dpkg-query -W -f '${db:Status-Want}' "$1" 2>/dev/null)
        rh_apt_mend || exit 1
        if [ "$2" = absent ]; then
            rh_apt remove "$1" || rh_fail "apt-get did not remove $1" || exit 1
        elif ! rh_apt install "$1${3:+=$3}"; then
            # The lists may be old, and what they name no longer there to be fetched.
            { apt-get -q update && rh_apt install "$1${3:+=$3}"; } ||
                rh_fail "apt-get did not install $1${3:+=$3}" || exit 1
        fi
        case $4 in
        left) if [ "$want" = hold ] && [ "$2" = present ]; then apt-mark hold "$1"; fi ;;
        *) apt-mark "$4" "$1" ;;
        esac
        ;;
    dnf)
        if [ "$2" = absent ]; then
            dnf remove -y --noautoremove "$1" || exit 1
        else
            dnf install -y --setopt=install_weak_deps=False --allowerasing "$1${3:+-$3}" || exit 1
        fi
        case $4 in
        hold) dnf versionlock add "$1" ;;
        unhold) dnf versionlock delete "$1" ;;
        esac
        rpm -qa --qf '%{NAME}.%{ARCH} %{VERSION}-%{RELEASE}\n' | sort >"$S/packages.made"
        ;;
    esac
)

# Reading back: NAME present|absent VERSION yes|no|left.
rh_is_package() (
    see=$(rh_see_package "$1" "$2" "$3")
    is=$(printf '%s\n' "$see" | sed -n 's/^rh:o version=//p')
    held=$(printf '%s\n' "$see" | sed -n 's/^rh:o held=//p')
    case "$2 $is" in
    "absent none") exit 0 ;;
    absent* | "present none" | "present half"*) rh_fail "$1 is $is, and should be $2" || exit 1 ;;
    esac
    case $is in
    "${3:-$is}" | "$3"-*) ;;
    *) rh_fail "$1 is $is, not $3" || exit 1 ;;
    esac
    case $4 in left | "$held") ;; *) rh_fail "$1: held is $held, not $4" ;; esac
)

# Version and status of NAME in a list: FILE NAME.
rh_in_list() { awk -v n="$2" '$1 == n { print $2, $3, $4 }' "$1"; }

# Takes back what this step did, and nothing that others have installed since: NAME.
rh_give_packages() (
    [ -e "$S/packages.was" ] || exit 0
    if [ "$(rh_manager)" = dnf ]; then
        [ -e "$S/packages.made" ] || rpm -qa --qf '%{NAME}.%{ARCH} %{VERSION}-%{RELEASE}\n' |
            sort >"$S/packages.made"
        awk 'NR == FNR { was[$1] = $2; next } !($1 in was) { print $1 }' \
            "$S/packages.was" "$S/packages.made" | xargs -r dnf remove -y --noautoremove || exit 1
        awk 'NR == FNR { is[$1] = $2; next } is[$1] != $2 { sub(/\.[^.]*$/, "", $1); print $1 "-" $2 }' \
            "$S/packages.made" "$S/packages.was" | xargs -r dnf install -y --allowerasing
        exit
    fi
    # What fails to be configured is about to be removed.
    rh_apt_mend
    rh_apt_list >"$S/packages.now"
    : >"$S/back"
    : >"$S/purge"
    : >"$S/remove"
    { cut -d ' ' -f 1 "$S/touched"; echo "$1"; } | sort -u | while read -r name; do
        was=$(rh_in_list "$S/packages.was" "$name")
        now=$(rh_in_list "$S/packages.now" "$name")
        case "$was" in
        *" installed "*)
            case "$now" in
            "${was%% *} installed "*) ;;
            *) printf '%s=%s\n' "$name" "${was%% *}" >>"$S/back" ;;
            esac
            ;;
        *" config-files "*)
            case "$now" in *" config-files "*) ;; *) printf '%s\n' "$name" >>"$S/remove" ;; esac
            ;;
        *)
            case "$now" in
            "" | *" not-installed "*) ;;
            *) printf '%s\n' "$name" >>"$S/purge" ;;
            esac
            ;;
        esac
    done
    # shellcheck disable=SC2046
    if [ -s "$S/back" ]; then rh_apt install $(cat "$S/back") || exit 1; fi
    for how in purge remove; do
        [ -s "$S/$how" ] || continue
        # shellcheck disable=SC2046
        others=$(rh_apt_would "$how" $(cat "$S/$how") | while read -r name _ new; do
            [ "$new" != - ] || grep -q -x -F -e "$name" "$S/$how" || printf '%s ' "$name"
        done)
        [ -z "$others" ] || rh_fail "not removed: ${others% } needs it by now" || exit 1
        # shellcheck disable=SC2046
        rh_apt "$how" $(cat "$S/$how") || exit 1
    done
    { cut -d ' ' -f 1 "$S/touched"; echo "$1"; } | sort -u | while read -r name; do
        # shellcheck disable=SC2046
        set -- "$name" $(rh_in_list "$S/packages.was" "$name")
        [ "${3-}" = installed ] || continue
        if grep -q -x -F -e "$name" "$S/auto.was"; then
            apt-mark auto "$name"
        else
            apt-mark manual "$name"
        fi
        if [ "$4" = hold ]; then apt-mark hold "$name"; else apt-mark unhold "$name"; fi
    done >/dev/null
)
