package net.beaconcontroller.openflow.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import net.beaconcontroller.openflow.EachVersion;
import net.beaconcontroller.openflow.Generated;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.multipart.FlowStats;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The canonical form of matches, and the identity of flows. */
class FlowIdentityTest {
    private static final String EQUAL = """
            1.3 | ip,nw_dst=10.0.0.0/8 | oxm_nw_dst=10.1.2.3/255.0.0.0,ip
            1.3 | ip,nw_dst=10.0.0.1 | ip,nw_dst=10.0.0.1/32
            1.3 | ip | ip,nw_dst=0.0.0.0/0
            1.3 | dl_vlan=7 | vlan_vid=0x1007/0x1fff
            1.3 | dl_vlan=7 | oxm_vlan_vid=0x1007/0xffff
            1.3 | in_port=1,dl_dst=0:0:0:0:0:1 | dl_dst=0:0:0:0:0:1,in_port=1
            1.3 | ipv6,ipv6_dst=1::/16 | oxm_ipv6_dst=1:2::/16,ipv6
            1.3 | ipv6,ipv6_dst=1::2 | ipv6,ipv6_dst=1::2/128
            1.3 | ipv6 | ipv6,ipv6_dst=::/0
            1.3 | oxm_1_33=0x00ff/0x0ff0 | oxm_1_33=0x00f0/0x0ff0
            1.3 | oxm_1_33=0x00ff,oxm_0_33=0x00 | oxm_0_33=0x00,oxm_1_33=0x00ff/0xffff
            1.5 | packet_type=(0,0),in_port=1 | in_port=1
            1.0 | oxm_vlan_vid=0x1000/0x1000,vlan_pcp=3 | vlan_pcp=3
            1.0 | vlan_vid=0,oxm_vlan_pcp=3 | vlan_vid=0
            """;

    private static final String DIFFERENT = """
            1.3 | ip,nw_dst=10.0.0.0/8 | ip,nw_dst=10.0.0.0/9
            1.3 | ip,nw_dst=10.0.0.1 | ip,nw_src=10.0.0.1
            1.3 | dl_vlan=0 | vlan_vid=0
            1.3 | oxm_1_33=0x01 | oxm_1_33=0x02
            1.3 | vlan_vid=0x1000/0x1000,vlan_pcp=3 | oxm_vlan_pcp=3
            1.5 | packet_type=(1,0x800) | ip
            1.0 | vlan_pcp=3 | vlan_vid=0
            """;

    private static final String OVERLAPPING = """
            in_port=1 | ip | true
            ip,nw_dst=10.0.0.0/8 | ip,nw_dst=10.1.0.0/16 | true
            ip,nw_dst=10.0.0.0/8 | ip,nw_src=10.0.0.0/8 | true
            ip,nw_dst=10.0.0.0/8 | ip,nw_dst=11.0.0.0/8 | false
            ip,nw_dst=10.0.0.0/8 | arp | false
            tcp,tcp_dst=80 | udp,udp_dst=80 | false
            dl_vlan=7 | vlan_vid=0x1000/0x1000 | true
            dl_vlan=7 | vlan_vid=0 | false
            ipv6,ipv6_dst=1::/16 | ipv6,ipv6_dst=::5/0:0:0:0:0:0:0:ff | true
            ipv6,ipv6_dst=1::/16 | ipv6,ipv6_dst=2::/16 | false
            ipv6,ipv6_dst=::1 | ipv6,ipv6_dst=::2 | false
            packet_type=(1,0x800) | in_port=1 | false
            packet_type=(1,0x800) | packet_type=(1,0x800),nw_dst=10.0.0.1 | true
            oxm_1_33=0x0001 | oxm_1_33=0x0002 | false
            oxm_1_33=0x0001/0x0001 | oxm_1_33=0x0002/0x0002 | true
            oxm_1_33=0x0001 | oxm_1_34=0x0002 | true
            """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = EQUAL)
    void matchesOfTheSamePacketsAreEqual(String version, String some, String other) {
        CanonicalMatch canonical = canonical(version, some);
        assertThat(canonical).isEqualTo(canonical(version, other)).hasSameHashCodeAs(canonical(version, other));
        assertThat(canonical.overlaps(canonical(version, other))).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = DIFFERENT)
    void matchesOfOtherPacketsDiffer(String version, String some, String other) {
        assertThat(canonical(version, some)).isNotEqualTo(canonical(version, other));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = OVERLAPPING)
    void tellsWhetherAPacketCanMatchBoth(String some, String other, boolean overlap) {
        assertThat(canonical("1.5", some).overlaps(canonical("1.5", other))).isEqualTo(overlap);
        assertThat(canonical("1.5", other).overlaps(canonical("1.5", some))).isEqualTo(overlap);
    }

    private static CanonicalMatch canonical(String version, String match) {
        return CanonicalMatch.of(Match.parse(match), Version.ofNumber(version).orElseThrow());
    }

    @Test
    void theCanonicalFormDoesNotDependOnTheOrderAndIsStable() {
        Generated.forEach(200, random -> {
            Match match = randomMatch(random);
            CanonicalMatch canonical = CanonicalMatch.of(match, Version.OF13);
            var shuffled = new ArrayList<>(match.fields());
            Collections.shuffle(shuffled, Random.from(new SplittableRandom(random.nextLong())));
            assertThat(CanonicalMatch.of(new Match(shuffled), Version.OF13)).isEqualTo(canonical);
            assertThat(CanonicalMatch.of(canonical.toMatch(), Version.OF13)).isEqualTo(canonical);
        });
    }

    /** Compares the result with that of packets: a value of all bits that both matches determine. */
    @Test
    void overlappingMatchesAgreeInAllCommonBits() {
        Generated.forEach(500, random -> {
            Oxm one = Field.METADATA.is(random.nextInt(16), random.nextInt(16));
            Oxm other = Field.METADATA.is(random.nextInt(16), random.nextInt(16));
            boolean common = false;
            for (long packet = 0; packet < 16; packet++) {
                common |= matches(one, packet) && matches(other, packet);
            }
            assertThat(CanonicalMatch.of(Match.of(one), Version.OF13)
                            .overlaps(CanonicalMatch.of(Match.of(other), Version.OF13)))
                    .isEqualTo(common);
        });
    }

    /** Bits of the value outside the mask are not significant. */
    private static boolean matches(Oxm oxm, long packet) {
        long mask = oxm.mask() == null ? -1 : oxm.mask().toLong();
        return ((packet ^ oxm.value().toLong()) & mask) == 0;
    }

    private static Match randomMatch(RandomGenerator random) {
        var fields = new ArrayList<Oxm>();
        for (Field field : Field.values()) {
            if (field.length() <= 8 && random.nextInt(4) == 0) {
                fields.add(
                        random.nextBoolean()
                                ? field.is(random.nextLong())
                                : field.is(random.nextLong(), random.nextLong()));
            }
        }
        return new Match(fields);
    }

    /** The encoding loses the form of the match, but not the identity. */
    @EachVersion
    void aFlowHasTheIdentityOfItsFlowStatistics(Version version) {
        FlowMod flow = FlowMod.parse("priority=9,in_port=1,dl_vlan=7,ip,nw_dst=10.0.0.0/8,nw_src=1.2.3.4,actions=drop");
        var stats = new FlowStats(0, 9, 0, 0, 0, 0, 0, flow.match(), Stats.of(0, 0, 0, 0), flow.instructions());
        byte[] bytes = Messages.encode(new FlowStats.Reply(List.of(stats)), version, 1);
        FlowStats reported = ((FlowStats.Reply) Messages.decode(bytes, 0, bytes.length))
                .flows()
                .getFirst();
        assertThat(FlowIdentity.of(reported, version)).isEqualTo(FlowIdentity.of(flow, version));
        assertThat(FlowIdentity.of(reported, version).match())
                .hasToString("in_port=1,dl_type=0x0800,dl_vlan=7,nw_src=1.2.3.4,nw_dst=10.0.0.0/8");
    }

    @Test
    void tableAndPriorityDistinguishFlows() {
        FlowMod flow = FlowMod.parse("table=1,priority=9,in_port=1,actions=drop");
        FlowIdentity identity = FlowIdentity.of(flow, Version.OF13);
        assertThat(identity)
                .isEqualTo(FlowIdentity.of(FlowMod.parse("table=1,priority=9,in_port=1,actions=1"), Version.OF13))
                .isNotEqualTo(FlowIdentity.of(FlowMod.parse("table=2,priority=9,in_port=1,actions=drop"), Version.OF13))
                .isNotEqualTo(
                        FlowIdentity.of(FlowMod.parse("table=1,priority=8,in_port=1,actions=drop"), Version.OF13));
        assertThat(FlowIdentity.of(flow, Version.OF10).tableId()).isZero();
    }

    @Test
    void anExactMatchHasTheHighestPriorityInOpenFlow10() {
        String exact = "priority=9,in_port=1,dl_src=0:0:0:0:0:1,dl_dst=0:0:0:0:0:2,dl_vlan=7,vlan_pcp=1,tcp,nw_tos=4,"
                + "nw_src=10.0.0.1,nw_dst=10.0.0.2,tp_src=1,tp_dst=2,actions=drop";
        assertThat(FlowIdentity.of(FlowMod.parse(exact), Version.OF10).priority())
                .isEqualTo(65535);
        assertThat(FlowIdentity.of(FlowMod.parse(exact), Version.OF13).priority())
                .isEqualTo(9);
        assertThat(FlowIdentity.of(FlowMod.parse(exact.replace("nw_tos=4,", "")), Version.OF10)
                        .priority())
                .isEqualTo(9);
    }
}
