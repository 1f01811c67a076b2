package io.railhead.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BannersTest {
    @Test
    void aBannerEndsAsItsSystemEndsIt() {
        assertThat(statements("hostname a\nbanner motd ^C\ninterface x\n  mtu 1\n^C\nvlan 1"))
                .containsExactly("hostname a", "banner motd ^C", "vlan 1");
        assertThat(statements("banner motd #all of it#\nvlan 1"))
                .containsExactly("banner motd #all of it#", "vlan 1");
        assertThat(statements("banner exec #one\ntwo #\nvlan 1"))
                .containsExactly("banner exec #one", "vlan 1");
        assertThat(statements("banner login\ninterface x # ^C\nEOF\nvlan 1"))
                .containsExactly("banner login", "vlan 1");
    }

    private static List<String> statements(String text) {
        Banners banners = new Banners();
        return text.lines().filter(l -> !banners.isText(l)).toList();
    }
}
