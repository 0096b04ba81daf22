package net.beaconcontroller.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.FlowMod;
import org.junit.jupiter.api.Test;

class CookieRangeTest {
    private static final CookieRange RANGE = CookieRange.of("routing");

    @Test
    void anApplicationHasTheSameRangeAfterARestart() {
        assertThat(RANGE.first()).isEqualTo(0xbe00_d7af_0000_0000L);
    }

    @Test
    void applicationsHaveDifferentRanges() {
        assertThat(CookieRange.of("learningswitch").contains(RANGE.cookie(7))).isFalse();
        assertThat(RANGE.contains(RANGE.cookie(7))).isTrue();
        assertThat(RANGE.contains(RANGE.cookie(-1))).isTrue();
        assertThat(CookieRange.BEACON.contains(RANGE.cookie(-1))).isTrue();
        assertThat(CookieRange.BEACON.contains(0)).isFalse();
        assertThat(CookieRange.BEACON.contains(-1)).isFalse();
    }

    @Test
    void allExceptSomeRangesHasEachOtherCookieOfBeaconOnce() {
        CookieRange other = CookieRange.of("learningswitch");
        List<CookieRange> rest = CookieRange.allExcept(List.of(RANGE, other));
        assertThat(rest).noneMatch(range -> range.contains(RANGE.cookie(7)) || range.contains(other.cookie(7)));
        for (String name : List.of("topology", "hub", "acl", "simpleswitch")) {
            long cookie = CookieRange.of(name).cookie(name.length());
            assertThat(rest).filteredOn(range -> range.contains(cookie)).hasSize(1);
        }
        assertThat(CookieRange.allExcept(List.of())).containsExactly(CookieRange.BEACON);
    }

    @Test
    void deletesSelectTheRangeInVersionsThatCan() {
        FlowMod delete = RANGE.delete(Version.OF13).build();
        assertThat(delete.cookie()).isEqualTo(RANGE.first());
        assertThat(delete.cookieMask()).isEqualTo(0xffff_ffff_0000_0000L);
        assertThat(RANGE.delete(Version.OF10).build().cookieMask()).isZero();
    }
}
