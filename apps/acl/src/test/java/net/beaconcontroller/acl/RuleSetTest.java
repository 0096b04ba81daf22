package net.beaconcontroller.acl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import net.beaconcontroller.acl.RandomRules.Made;
import net.beaconcontroller.acl.RuleSet.ActiveRule;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.packet.Transport;
import org.junit.jupiter.api.Test;

class RuleSetTest {
    private static final long SEED = 20261124;

    private static PacketHeaders headers(byte[] frame) {
        var ethernet = new Ethernet();
        ethernet.wrap(frame, 0, frame.length);
        return new PacketHeaders().read(ethernet);
    }

    static RuleSet rules(Verdict defaultVerdict, String... texts) {
        var rules = new ActiveRule[texts.length];
        for (int i = 0; i < texts.length; i++) {
            rules[i] = new ActiveRule(i, i + 1, RuleParser.parse(texts[i]), new Hits());
        }
        return new RuleSet(List.of(rules), defaultVerdict, new Hits());
    }

    @Test
    void decidesRandomPacketsAsTheReferenceInterpreter() {
        var random = new RandomRules(SEED);
        int denied = 0;
        int decidedByRule = 0;
        for (int i = 0; i < 500; i++) {
            RuleSet rules = random.ruleSet(8);
            for (int j = 0; j < 50; j++) {
                Made packet = random.packet();
                PacketHeaders headers = headers(packet.frame().toArray());
                Verdict expected = RandomRules.verdict(rules, packet);
                assertThat(rules.decide(headers))
                        .as("seed %d, case %d: %s, %s", SEED, i, rules, packet)
                        .isEqualTo(expected);
                denied += expected == Verdict.DENY ? 1 : 0;
                decidedByRule += rules.deciding(headers) == null ? 0 : 1;
            }
        }
        assertThat(denied).as("denied of 25,000").isBetween(5_000, 20_000);
        assertThat(decidedByRule).as("decided by a rule, of 25,000").isGreaterThan(5_000);
    }

    @Test
    void coveringAndOverlappingRulesAreFound() {
        var random = new RandomRules(SEED);
        int covering = 0;
        int disjoint = 0;
        for (int i = 0; i < 500; i++) {
            Rule one = random.rule();
            Rule other = random.rule();
            covering += one.covers(other) ? 1 : 0;
            disjoint += one.mayOverlap(other) ? 0 : 1;
            for (int j = 0; j < 100; j++) {
                PacketHeaders headers = headers(random.packet().frame().toArray());
                boolean matchesOne = one.mismatch(headers) == null;
                boolean matchesOther = other.mismatch(headers) == null;
                if (one.covers(other) && matchesOther) {
                    assertThat(matchesOne).as("%s covers %s", one, other).isTrue();
                }
                if (!one.mayOverlap(other)) {
                    assertThat(matchesOne && matchesOther)
                            .as("%s and %s", one, other)
                            .isFalse();
                }
            }
        }
        assertThat(covering).isGreaterThan(25);
        assertThat(disjoint).isGreaterThan(250);
    }

    @Test
    void aPortMatchesNoFragment() {
        byte[] frame = FrameBuilder.ethernet(0xb, 0xa)
                .ipv4(0x0a000001, 0x0a000002)
                .tcp(1000, 80)
                .build();
        // more fragments follow
        frame[20] = 0x20;
        assertThat(rules(Verdict.ALLOW, "deny tcp port 80").decide(headers(frame)))
                .isEqualTo(Verdict.ALLOW);
        assertThat(rules(Verdict.ALLOW, "deny tcp").decide(headers(frame))).isEqualTo(Verdict.DENY);
    }

    @Test
    void aProtocolIsFoundAfterExtensionHeaders() {
        byte[] tcp = {0x10, 0, 0, 80};
        // destination options, eight bytes
        byte[] options = {Transport.TCP, 0, 1, 4, 0, 0, 0, 0};
        byte[] frame = FrameBuilder.ethernet(0xb, 0xa)
                .ipv6(Ipv6Address.parse("2001:db8::1"), Ipv6Address.parse("2001:db8::2"))
                .protocol(60)
                .payload(options)
                .payload(tcp)
                .zeros(16)
                .build();
        assertThat(rules(Verdict.ALLOW, "deny tcp port 80").decide(headers(frame)))
                .isEqualTo(Verdict.DENY);
        assertThat(rules(Verdict.ALLOW, "deny tcp port 81").decide(headers(frame)))
                .isEqualTo(Verdict.ALLOW);
        byte[] truncated = Arrays.copyOf(frame, frame.length - 22);
        assertThat(rules(Verdict.ALLOW, "deny tcp").decide(headers(truncated))).isEqualTo(Verdict.ALLOW);
    }
}
