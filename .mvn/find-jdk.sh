# Sourced by the launcher and by mvnw.

# Names system packages that are missing and, on a terminal, offers to install them; never silently.
# Returns 0 when they were installed.
offer_packages() { # WHY NAME...
    why=$1
    shift
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "railhead: $why; install by your system's package manager: $*" >&2
        return 1
    fi
    sudo=
    [ "$(id -u)" = 0 ] || sudo=sudo
    if [ -t 0 ] && [ -t 2 ]; then
        printf 'railhead: %s. Install now with "%s"? [y/N] ' \
            "$why" "${sudo:+sudo }apt-get install -y $*" >&2
        read -r answer
        case $answer in
            y | Y | yes) $sudo apt-get install -y "$@" >&2 && return 0 ;;
        esac
    fi
    echo "railhead: $why; install with: ${sudo:+sudo }apt-get install -y $*" >&2
    return 1
}

jdk_major() { # HOME: prints its major version, without starting a JVM; nothing for a JRE
    [ -x "$1/bin/javac" ] && [ -f "$1/release" ] &&
        sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
}

search_jdk() { # MAJOR: prints the home of a JDK of that version
    for candidate in "${RAILHEAD_JAVA_HOME:-}" "${JAVA_HOME:-}" \
        /usr/lib/jvm/*-"$1"-* /usr/lib/jvm/*"$1"* \
        /Library/Java/JavaVirtualMachines/*"$1"*/Contents/Home \
        "${HOME:-/nonexistent}"/.sdkman/candidates/java/"$1"* /opt/jdk-"$1"*; do
        [ -n "$candidate" ] || continue
        if [ "$(jdk_major "$candidate")" = "$1" ]; then
            echo "$candidate"
            return 0
        fi
    done
    on_path=$(command -v java 2>/dev/null) || return 1
    resolved=$(readlink -f "$on_path" 2>/dev/null || echo "$on_path")
    candidate=${resolved%/bin/java}
    [ "$(jdk_major "$candidate")" = "$1" ] && echo "$candidate"
}

find_jdk() { # MAJOR [ALSO]: prints a JDK's home, or says in one line how to get one
    # ALSO names a package that is missing besides, so that both are named at once.
    search_jdk "$1" && return 0
    if command -v apt-cache >/dev/null 2>&1 &&
        apt-cache show "openjdk-$1-jdk-headless" >/dev/null 2>&1; then
        offer_packages "needs JDK $1${2:+ and $2}" "openjdk-$1-jdk-headless" ${2:+"$2"} &&
            search_jdk "$1" && return 0
    else
        echo "railhead: needs JDK $1, which this system's packages lack: install Temurin $1 (adoptium.net), or set JAVA_HOME to any JDK $1${2:+; needs the package $2, too}" >&2
    fi
    return 1
}

MAVEN_WANTED=3.9.16
maven_home=${MAVEN_USER_HOME:-${HOME:-/nonexistent}/.m2}/wrapper/dists/apache-maven-$MAVEN_WANTED

missing_maven() { # prints the package to install when there is no Maven to build with
    [ -x "$maven_home/bin/mvn" ] || command -v mvn >/dev/null 2>&1 || echo maven
}
