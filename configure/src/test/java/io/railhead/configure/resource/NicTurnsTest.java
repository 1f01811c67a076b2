package io.railhead.configure.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.intent.Lossless;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class NicTurnsTest {

    private static String turns(int priority, OptionalInt cnp, int share) {
        return NicTurns.of(
                new Lossless(priority, 26, OptionalInt.empty(), cnp, new Lossless.Ecn.Derive()),
                share);
    }

    @Test
    void dataHasItsShareAndNotificationsGoFirst() {
        assertThat(turns(3, OptionalInt.of(6), 60))
                .isEqualTo(
                        "0,0,0,3,0,0,6,0/ets,strict,strict,ets,strict,strict,strict,strict"
                                + "/40,0,0,60,0,0,0,0");
    }

    @Test
    void noClassIsMadeForNotificationsThatTheIntentDoesNotPlace() {
        assertThat(turns(4, OptionalInt.empty(), 50)).startsWith("0,0,0,0,4,0,0,0/ets,strict,");
        assertThat(turns(3, OptionalInt.of(3), 50)).startsWith("0,0,0,3,0,0,0,0/");
    }

    /// What mlx5 and mlnx_qos refuse: shares that do not make a hundred, a share of nought, one of
    /// a class that has none.
    @Test
    void everyPriorityGivesClassesThatADriverTakes() {
        for (int priority = 0; priority < 8; priority++) {
            for (int cnp = 0; cnp < 8; cnp++) {
                for (int share : new int[] {1, 50, 99}) {
                    String[] lists = turns(priority, OptionalInt.of(cnp), share).split("/");
                    String[] classes = lists[0].split(",");
                    String[] turn = lists[1].split(",");
                    String[] percent = lists[2].split(",");
                    int sum = 0;
                    for (int c = 0; c < 8; c++) {
                        int p = Integer.parseInt(percent[c]);
                        sum += p;
                        assertThat(p > 0).as("%s", lists[1]).isEqualTo(turn[c].equals("ets"));
                    }
                    assertThat(sum).isEqualTo(100);
                    assertThat(turn[Integer.parseInt(classes[priority])]).isEqualTo("ets");
                    assertThat(percent[Integer.parseInt(classes[priority])])
                            .isEqualTo(Integer.toString(share));
                    int data = priority;
                    for (int other = 0; other < 8; other++) {
                        if (other != data) {
                            assertThat(classes[other]).isNotEqualTo(classes[data]);
                        }
                    }
                    if (cnp != priority) {
                        assertThat(turn[Integer.parseInt(classes[cnp])]).isEqualTo("strict");
                    }
                }
            }
        }
    }
}
