package io.railhead.configure;

import java.util.Collections;
import java.util.SequencedMap;
import java.util.TreeMap;

/// One thing wanted of one host: `sysctl:/etc/sysctl.d/99-zz-railhead.conf`, `link-mtu:eth1`.
///
/// @param device name of the host
/// @param kind [Resource#kind()] of the resource that knows what to do about it
/// @param name what tells it from others of its kind on the host
/// @param want what is wanted, in words of that resource; bytes stand in base64
/// @param why which line and key of the intent asks for it, or that it is a default
public record Item(
        String device, String kind, String name, SequencedMap<String, String> want, String why) {

    public Item {
        want = Collections.unmodifiableSequencedMap(new TreeMap<>(want));
    }

    /// `kind:name`, unique on a host; the `resource` of a change.
    public String id() {
        return kind + ":" + name;
    }

    /// A wanted value that the resource itself has put there.
    ///
    /// @throws IllegalStateException when the resource did not put it there
    public String want(String key) {
        String value = want.get(key);
        if (value == null) {
            throw new IllegalStateException(id() + " has no " + key);
        }
        return value;
    }
}
