# How the item of a step is now, held against how it was before its run and after it.
# shellcheck shell=sh

# State of the item of step $S as it is now, and its fingerprint.
rh_state() { (. "$S/observe.sh") 2>/dev/null </dev/null | grep '^rh:o '; }
rh_fingerprint() { rh_state | rh_sha; }

# Looks at the item of step $S: $rh_now is its state, and $rh_gone the keys of it whose carrier is no
# longer there, such as the MTU of an interface that is gone ("rh:n gone:KEY=").
rh_see() {
    rh_now=$( (. "$S/observe.sh") 2>/dev/null </dev/null | grep -e '^rh:o ' -e '^rh:n gone:')
    rh_gone=$(printf '%s\n' "$rh_now" | sed -n 's/^rh:n gone:\([^=]*\)=.*/\1/p' | tr '\n' ' ')
    rh_now=$(printf '%s\n' "$rh_now" | grep '^rh:o ')
    rh_is=$(printf '%s\n' "$rh_now" | grep '^rh:o ' | rh_sha)
}
# Whether what rh_see saw is as it was `before` or `after` the run. What is gone has no such thing.
rh_seen_as() {
    [ "$rh_is" != "$(rh_first "$S/$1")" ] || return 0
    [ -n "$rh_gone" ] && [ -r "$S/$1.state" ] &&
        [ "$(printf '%s\n' "$rh_now" | rh_lasting)" = "$(rh_lasting <"$S/$1.state")" ]
}
rh_lasting() {
    awk -v gone="$rh_gone" 'BEGIN { n = split(gone, g, " "); for (i = 1; i <= n; i++) skip[g[i]] }
        { k = $0; sub(/^rh:o /, "", k); sub(/=.*/, "", k); if (!(k in skip)) print }'
}
# What of it is not as it was before, in words.
rh_differs() {
    { cat "$S/before.state" 2>/dev/null; echo; printf '%s\n' "$rh_now"; } | awk -v gone="$rh_gone" '
        BEGIN { n = split(gone, g, " "); for (i = 1; i <= n; i++) skip[g[i]] }
        $0 == "" { now = 1; next }
        { k = $0; sub(/^rh:o /, "", k); v = k; sub(/=.*/, "", k); sub(/^[^=]*=/, "", v)
          if (k in skip) next
          if (!(k in was) && !(k in is)) key[++m] = k
          if (now) is[k] = v; else was[k] = v }
        function short(v) { return v == "" ? "empty" : length(v) > 60 ? substr(v, 1, 57) "..." : v }
        END {
            for (i = 1; i <= m; i++) {
                k = key[i]
                if (is[k] == was[k] && (k in is) == (k in was) || k ~ /^(size|uid|gid)$/) continue
                w = k == "sha256" ? "its content is another" : k " is " \
                    ((k in is) ? short(is[k]) : "not there") ((k in was) ? ", was " short(was[k]) : "")
                all = all (all == "" ? "" : "; ") w
            }
            printf "%s", all
        }'
}
