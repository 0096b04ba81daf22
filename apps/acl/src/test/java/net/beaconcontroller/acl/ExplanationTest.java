package net.beaconcontroller.acl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import net.beaconcontroller.acl.HostDirectory.KnownHost;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.testkit.TestController;
import net.beaconcontroller.testkit.TestStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExplanationTest {
    /** Each MAC address is known with an IPv4 and an IPv6 address that end with the same number. */
    private static final HostDirectory HOSTS = (address, _) -> address instanceof Endpoint.Device(long mac)
            ? Optional.of(new KnownHost(
                    mac,
                    Optional.of(0x0a00_0000L | mac),
                    Optional.of(new Ipv6Address(0x2001_0db8L << 32, mac)),
                    Optional.of("0000000000000001:" + mac)))
            : Optional.empty();

    private static final String MAC = "00:00:00:00:00:0";

    private final TestStore store = new TestStore();
    private final RuleBook book = new RuleBook(
            ApplicationSettings.none(),
            new TestController(),
            store,
            Clock.fixed(Instant.parse("2026-11-24T12:00:00Z"), ZoneOffset.UTC));

    @AfterEach
    void close() {
        book.close();
        store.close();
    }

    private static PacketHeaders headers(String packet, String from, String to) {
        return PacketSpec.parse(packet)
                .headers(
                        Party.of("from", from, VlanId.NONE, HOSTS),
                        Party.of("to", to, VlanId.NONE, HOSTS),
                        VlanId.NONE);
    }

    private Explanation explain(String packet) {
        return Explanation.of(book, Map.of(), headers(packet, MAC + 1, MAC + 2));
    }

    @Test
    void namesTheRuleThatDecidesAndWhyThoseBeforeDoNot() {
        for (String rule : new String[] {
            "deny udp",
            "deny tcp from 10.0.0.2",
            "deny tcp to 10.0.0.1",
            "deny tcp port 81",
            "deny tcp vlan 5",
            "deny tcp from any port 1",
            "deny tcp on sun",
            "allow tcp port 80"
        }) {
            book.add(Draft.of(rule), Integer.MAX_VALUE);
        }
        book.add(new Draft("off", "deny tcp", "", false), 1);
        Explanation explanation = explain("tcp/80");
        assertThat(explanation.verdict()).isEqualTo("allow");
        assertThat(explanation.rule()).isEqualTo("r8");
        assertThat(explanation.position()).isEqualTo(9);
        assertThat(explanation.packet()).isEqualTo("tcp from 10.0.0.1 port 49152 to 10.0.0.2 port 80");
        assertThat(explanation.passed())
                .extracting(Explanation.PassedRule::reason)
                .containsExactly(
                        "is disabled",
                        "has another protocol: udp",
                        "has another source: 10.0.0.2",
                        "has another destination: 10.0.0.1",
                        "has another destination port: 81",
                        "has another VLAN",
                        "has another source port: 1",
                        "applies at other times only");
    }

    @Test
    void namesTheDefaultIfNoRuleDecides() {
        Explanation explanation = explain("icmp");
        assertThat(explanation.rule()).isNull();
        assertThat(explanation.reason()).isEqualTo("no rule matches; the default is to allow (app.acl.default)");
    }

    @Test
    void namesTheIsolationOfThePorts() {
        Explanation explanation = explain("icmp").withIsolation(Optional.of("a"), Optional.of("b"));
        assertThat(explanation.verdict()).isEqualTo("deny");
        assertThat(explanation.reason())
                .isEqualTo("the hosts are at ports of the groups a and b, which do not reach each other");
        assertThat(explain("icmp")
                        .withIsolation(Optional.of("a"), Optional.empty())
                        .verdict())
                .isEqualTo("allow");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            udp/53           | udp from 10.0.0.1 port 49152 to 10.0.0.2 port 53
            tcp/1000/80      | tcp from 10.0.0.1 port 1000 to 10.0.0.2 port 80
            icmpv6           | icmpv6 from 2001:db8::1 to 2001:db8::2
            arp              | arp from 10.0.0.1 to 10.0.0.2
            ipv6             | ipv6 from 2001:db8::1 to 2001:db8::2
            protocol/47      | protocol 47 from 10.0.0.1 to 10.0.0.2
            ethertype/0x9000 | ethertype 0x9000 from 00:00:00:00:00:01 to 00:00:00:00:00:02
            """)
    void readsAPacket(String packet, String described) {
        assertThat(PacketSpec.describe(headers(packet, MAC + 1, MAC + 2))).isEqualTo(described);
    }

    @Test
    void anIpAddressDecidesTheVersionOfIp() {
        assertThat(PacketSpec.describe(headers("tcp/80", "2001:db8::7", "2001:db8::8")))
                .isEqualTo("tcp from 2001:db8::7 port 49152 to 2001:db8::8 port 80");
        assertThatThrownBy(() -> headers("tcp/80", "2001:db8::7", "10.0.0.1"))
                .hasMessage("10.0.0.1: no IPv6 address is known; needs the IPv6 address");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "tcp/http", "tcp/65536", "icmp/8", "ssh/22", "any", "tcp/1/2/3"})
    void refusesAWrongPacket(String packet) {
        assertThatThrownBy(() -> PacketSpec.parse(packet))
                .isInstanceOf(Problem.class)
                .hasMessageStartingWith("packet " + packet + ": needs tcp/PORT");
    }
}
