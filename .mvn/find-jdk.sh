# Sourced by the launcher and by mvnw: prints the home of a JDK of the wanted major version, or
# says in one line how to get one.

jdk_major() { # HOME: prints its major version, without starting a JVM
    [ -x "$1/bin/java" ] && [ -f "$1/release" ] &&
        sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
}

find_jdk() { # MAJOR
    for candidate in "${RAILHEAD_JAVA_HOME:-}" "${JAVA_HOME:-}" \
        /usr/lib/jvm/*-"$1"-* /usr/lib/jvm/*"$1"* \
        /Library/Java/JavaVirtualMachines/*"$1"*/Contents/Home \
        "$HOME"/.sdkman/candidates/java/"$1"* /opt/jdk-"$1"*; do
        [ -n "$candidate" ] || continue
        if [ "$(jdk_major "$candidate")" = "$1" ]; then echo "$candidate"; return 0; fi
    done
    on_path=$(command -v java 2>/dev/null || true)
    if [ -n "$on_path" ]; then
        resolved=$(readlink -f "$on_path" 2>/dev/null || echo "$on_path")
        candidate=${resolved%/bin/java}
        if [ "$(jdk_major "$candidate")" = "$1" ]; then echo "$candidate"; return 0; fi
    fi
    if command -v apt-cache >/dev/null 2>&1 &&
        apt-cache show "openjdk-$1-jdk-headless" >/dev/null 2>&1; then
        echo "railhead: needs JDK $1: sudo apt-get install openjdk-$1-jdk-headless" >&2
    else
        echo "railhead: needs JDK $1; this system's packages have none: install Temurin $1 (adoptium.net) or set JAVA_HOME to a JDK $1" >&2
    fi
    return 1
}
