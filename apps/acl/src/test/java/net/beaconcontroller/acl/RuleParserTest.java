package net.beaconcontroller.acl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.beaconcontroller.api.web.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RuleParserTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "allow any",
                "deny ip",
                "deny tcp from 10.0.0.0/24 to 10.0.1.3 port 22 vlan 10 on mon-fri 08:00-18:00",
                "deny udp from any port 68 to any port 67",
                "allow ipv6 from 2001:db8::/32",
                "deny any from 00:00:00:00:00:0a to 00:00:00:00:00:0b",
                "deny arp to 10.0.0.1",
                "allow icmpv6",
                "deny sctp to any port 1000-2000",
                "deny protocol 47",
                "deny ethertype 0x88cc vlan none",
                "deny icmp on daily 22:00-06:00",
                "deny icmp on mon,wed-fri,sun"
            })
    void readsWhatItPrints(String text) {
        assertThat(RuleParser.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            DENY  TCP  PORT 22                  | deny tcp to any port 22
            deny protocol 6 port 22             | deny tcp to any port 22
            deny ip from 10.0.0.7/32            | deny ip from 10.0.0.7
            deny any from any to any            | deny any
            deny ipv6 to 2001:DB8:0::/64        | deny ipv6 to 2001:db8::/64
            deny ethertype 2048                 | deny ip
            deny tcp port 0-65535               | deny tcp
            deny ip on sat-mon                  | deny ip on mon,sat-sun
            deny ip on daily 00:00-24:00        | deny ip on daily
            """)
    void printsTheShortestForm(String text, String shortest) {
        assertThat(RuleParser.parse(text)).hasToString(shortest);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            permit ip               | permit: needs allow or deny
            ''                      | the verdict is missing; needs allow or deny
            deny                    | the protocol is missing; needs a protocol: any, ip, ipv6, arp, icmp, icmpv6, \
            tcp, udp, sctp, protocol NUMBER or ethertype NUMBER
            deny ssh                | ssh: needs a protocol: any, ip, ipv6, arp, icmp, icmpv6, tcp, udp, sctp, \
            protocol NUMBER or ethertype NUMBER
            deny protocol           | protocol has no number; needs a number from 0 to 255
            deny protocol 256       | protocol 256: needs a number from 0 to 255
            deny protocol 010       | protocol 010: needs a number from 0 to 255
            deny ethertype 0x05ff   | ethertype 0x05ff: needs a number from 1536 to 65535
            deny ip from            | from has no address; needs any, a MAC address, or an IPv4 or IPv6 address or \
            prefix
            deny ip from h1         | h1: needs any, a MAC address, or an IPv4 or IPv6 address or prefix
            deny ip from 10.0.0.0/33 | 10.0.0.0/33: needs any, a MAC address, or an IPv4 or IPv6 address or prefix
            deny ip from 10.0.0.256 | 10.0.0.256: needs any, a MAC address, or an IPv4 or IPv6 address or prefix
            deny ip from 10.0.0.5/24 | 10.0.0.5/24: has bits after its prefix; needs 10.0.0.0/24 for the network, or \
            10.0.0.5 for the address
            deny ipv6 to 2001:db8::1/64 | 2001:db8::1/64: has bits after its prefix; needs 2001:db8::/64 for the \
            network, or 2001:db8::1 for the address
            deny ip from any from any | from: occurs twice; needs it once
            deny ip to 10.0.0.1 from 2001:db8::1 | from 2001:db8::1 to 10.0.0.1: needs addresses of the same \
            version of IP
            deny ip from 2001:db8::1 | ip: its packets have no addresses of IPv6; needs any, or a MAC address
            deny icmpv6 to 10.0.0.1 | icmpv6: its packets have no addresses of IPv4; needs any, or a MAC address
            deny ip port 80         | port: packets of ip have no ports; needs tcp, udp or sctp
            deny tcp port http      | port http: needs a port from 0 to 65535, or a range such as 8000-8080
            deny tcp port 80-70     | port 80-70: needs a port from 0 to 65535, or a range such as 8000-8080
            deny tcp port 65536     | port 65536: needs a port from 0 to 65535, or a range such as 8000-8080
            deny ip vlan 4095       | vlan 4095: needs a number from 1 to 4094
            deny ip on weekdays     | weekdays: needs days such as mon-fri, sat,sun or daily
            deny ip on mon 8:00     | 8:00: needs a time of day such as 08:00-18:00
            deny ip on mon 08:00-25:00 | 08:00-25:00: needs a time of day such as 08:00-18:00
            deny ip over 10.0.0.1   | over: needs from, to, port, vlan or on
            """)
    void namesTheWrongWordAndWhatIsValid(String text, String error) {
        assertThatThrownBy(() -> RuleParser.parse(text))
                .isInstanceOf(Problem.class)
                .hasMessage(error);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'Permit ip'             | 1  | Permit
            'deny  tcp port  http ' | 17 | http
            'deny ip over 10.0.0.1' | 9  | over
            'deny ip from 10.0.0.256 to any' | 14 | 10.0.0.256
            'deny ip from'          | 13 | ''
            ''                      | 1  | ''
            """)
    void hasThePlaceOfTheWrongWord(String text, int column, String word) {
        assertThatThrownBy(() -> RuleParser.parse(text)).isInstanceOfSatisfying(Problem.class, problem -> {
            assertThat(problem.field()).isEqualTo("rule");
            assertThat(problem.column()).isEqualTo(column);
            assertThat(problem.value()).isEqualTo(word);
        });
    }

    @Test
    void hasNoPlaceIfThePartsContradictEachOther() {
        assertThatThrownBy(() -> RuleParser.parse("deny ip port 80")).isInstanceOfSatisfying(Problem.class, problem -> {
            assertThat(problem.field()).isEqualTo("rule");
            assertThat(problem.column()).isNull();
        });
    }
}
