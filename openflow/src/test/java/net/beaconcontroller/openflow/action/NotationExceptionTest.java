package net.beaconcontroller.openflow.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import net.beaconcontroller.openflow.NotationException;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.message.FlowMod;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The error messages of text that is not valid notation. */
class NotationExceptionTest {
    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            value = {
                "ip,nw_dst=10.0.0.300 | 11 | nw_dst=10.0.0.300: needs an IPv4 address such as 10.0.0.1",
                "ip,nw_dst=10.0.0 | 11 | nw_dst=10.0.0: needs an IPv4 address such as 10.0.0.1",
                "ip,nw_dst=10.0.0.01 | 11 | nw_dst=10.0.0.01: needs an IPv4 address such as 10.0.0.1",
                "ip,nw_dst=10.0.0.0/33 | 20 | nw_dst=10.0.0.0/33: needs a prefix length from 0 to 32 or a mask",
                "ip,nw_dst=10.0.0.5/24 | 11 | nw_dst=10.0.0.5/24: has bits outside its mask; needs 10.0.0.0/24 for all"
                        + " values of the mask, or 10.0.0.5 for one value",
                "ip,nw_dst=10.1.0.5/255.0.255.0 | 11 | nw_dst=10.1.0.5/255.0.255.0: has bits outside its mask; needs"
                        + " 10.0.0.0/255.0.255.0 for all values of the mask, or 10.1.0.5 for one value",
                "ipv6,ipv6_src=2001:db8::1/64 | 15 | ipv6_src=2001:db8::1/64: has bits outside its mask; needs"
                        + " 2001:db8::/64 for all values of the mask, or 2001:db8::1 for one value",
                "dl_dst=02:00:00:00:00:01/ff:00:00:00:00:00 | 8 | dl_dst=02:00:00:00:00:01/ff:00:00:00:00:00: has bits"
                        + " outside its mask; needs 02:00:00:00:00:00/ff:00:00:00:00:00 for all values of the mask, or"
                        + " 02:00:00:00:00:01 for one value",
                "metadata=0x15/0xf0 | 10 | metadata=0x15/0xf0: has bits outside its mask; needs 0x10/0xf0 for all"
                        + " values of the mask, or 0x15 for one value",
                "ipv6,ipv6_src=1::2::3 | 15 | ipv6_src=1::2::3: needs an IPv6 address such as 2001:db8::1",
                "ipv6,ipv6_src=12345:: | 15 | ipv6_src=12345::: needs an IPv6 address such as 2001:db8::1",
                "dl_dst=1:2:3:4:5 | 8 | dl_dst=1:2:3:4:5: needs an Ethernet address such as 02:00:00:00:00:01",
                "dl_type=0800 | 9 | dl_type=0800: needs a number from 0 to 65535; hexadecimal numbers begin with 0x,"
                        + " decimal numbers not with 0",
                "dl_type=65536 | 9 | dl_type=65536: needs a number from 0 to 65535",
                "dl_type= | 9 | dl_type=: needs a number from 0 to 65535",
                "dl_type | 8 | dl_type: needs a value, such as dl_type=1",
                "metadata=18446744073709551616 | 10 | metadata=18446744073709551616: needs a number from 0 to"
                        + " 18446744073709551615",
                "vlan_pcp=8 | 10 | vlan_pcp=8: needs a number from 0 to 7",
                "dl_vlan=4096 | 9 | dl_vlan=4096: needs a VLAN identifier from 0 to 4095, or 0xffff for no tag",
                "vlan_vid=100 | 10 | vlan_vid=100: needs bit 0x1000 for a tagged frame: 0x1064, or dl_vlan=100",
                "vlan_tci=0xffff | 10 | vlan_tci=0xffff: needs a mask of 0x1fff at most, and vlan_pcp for the priority",
                "ip,nw_tos=185 | 11 | nw_tos=185: needs a multiple of 4 from 0 to 252, as the lowest two bits"
                        + " are nw_ecn",
                "in_port=eth1 | 9 | in_port=eth1: needs a port number or a reserved port, such as LOCAL",
                "nw_dst=10.0.0.1 | 1 | nw_dst=10.0.0.1: needs ip or arp in the match",
                "ip,arp_op=1 | 4 | arp_op=1: needs arp in the match",
                "udp,tcp_dst=80 | 5 | tcp_dst=80: needs tcp or tcp6 in the match",
                "ip,tp_dst=80 | 4 | tp_dst=80: needs tcp, udp or sctp in the match",
                "ip,ipv6 | 4 | ipv6: implies dl_type=0x86dd, which contradicts dl_type=0x0800",
                "tcp,nw_proto=17 | 5 | nw_proto=17: implies nw_proto=17, which contradicts nw_proto=6",
                "in_port=1,in_port=1 | 11 | in_port=1: in_port=1 is a duplicate",
                "in_prot=1 | 1 | in_prot=1: needs the name of a field, such as in_port, dl_type or nw_dst",
                "priority=1 | 1 | priority=1: is a key of a flow; needs a match field, such as in_port=1",
                "=1 | 1 | =: needs a name before",
                "ip) | 3 | ): needs a name before",
                "in_port=1) | 10 | ): needs an opening ( before",
                "packet_type=(1 | 13 | (: needs a closing )",
                "packet_type=(1) | 13 | packet_type=(1): needs a namespace and a type, such as (1,0x800)",
                "ip(1)2 | 6 | 2: needs a comma before",
                "tcp,tcp_flags=+syn-acc | 20 | tcp_flags=+syn-acc: needs a number, or TCP flags of fin, syn, rst,"
                        + " psh, ack, urg,"
                        + " ece, cwr, ns",
                "tcp,tcp_flags=+syn|ack | 19 | tcp_flags=+syn|ack: needs + or - between flags",
                "oxm_8000_128=0x | 10 | oxm_8000_128=0x: needs a number from 0 to 127",
                "oxm_8000_1=0x0 | 12 | oxm_8000_1=0x0: needs pairs of hexadecimal digits",
                "oxm_8000_5=0x00 | 12 | oxm_8000_5=0x00: is dl_type with a value of 1 bytes, needs 2",
                "oxm_tpc=1 | 5 | oxm_tpc=1: needs a field name, or a class and number, such as oxm_8000_99",
                "oxm_10000_1=1 | 5 | oxm_10000_1=1: needs hexadecimal digits, at most ffff",
            })
    void reportsTheColumnAndReasonOfAnInvalidMatch(String text, int column, String reason) {
        assertRefused(() -> Match.parse(text), text, column, reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            value = {
                "foo | 1 | foo: needs an action, such as output:1, or a port",
                "output | 7 | output: needs :port",
                "output:eth1 | 8 | output:eth1: needs a port number or a reserved port, such as LOCAL",
                "output:1:70000 | 10 | output:1:70000: needs a number from 0 to 65535",
                "2:3 | 3 | 2:3: needs no value after 2",
                "drop,output:1 | 1 | drop: needs to be the only action",
                "dec_ttl(1) | 9 | dec_ttl(1): needs no value after dec_ttl",
                "dec_ttl,resubmit(,1) | 9 | resubmit(,1): is an extension of Open vSwitch; needs an action of OpenFlow",
                "load:1->nw_src[] | 1 | load:1->nw_src[]: is an extension of Open vSwitch; needs an action of OpenFlow",
                "controller(reason=action) | 12 | reason=action: is an extension of Open vSwitch; needs"
                        + " max_len=number, or nothing",
                "enqueue:1 | 9 | enqueue:1: needs a port and a queue, such as enqueue:1:2",
                "set_field:1 | 11 | set_field:1: needs a value and a field, such as set_field:80->tcp_dst",
                "set_field:10.0.0.5/24->nw_dst | 11 | set_field:10.0.0.5/24->nw_dst: has bits outside its mask; needs"
                        + " 10.0.0.0/24 for all values of the mask, or 10.0.0.5 for one value",
                "set_field:1->foo | 14 | set_field:1->foo: needs the name of a field after ->, such as eth_dst",
                "set_field:1->eth_dst | 11 | set_field:1->eth_dst: needs an Ethernet address such as 02:00:00:00:00:01",
                "mod_tp_dst:80 | 1 | mod_tp_dst:80: needs tcp, udp or sctp in a match before it; else"
                        + " set_field:80->tcp_dst",
                "mod_vlan_vid:4096 | 14 | mod_vlan_vid:4096: needs a VLAN identifier from 0 to 4095",
                "move:nw_src[0..7] | 6 | move:nw_src[0..7]: needs two fields, such as move:nw_src[]->nw_dst[]",
                "move:nw_src[0..7]->nw_dst[0..8] | 20 | move:nw_src[0..7]->nw_dst[0..8]: 9 bits, needs 8 as before ->",
                "move:nw_src[7..0]->nw_dst[] | 13 | move:nw_src[7..0]->nw_dst[]: needs the lower bit first",
                "move:nw_src[0->nw_dst[] | 6 | move:nw_src[0->nw_dst[]: needs ] at the end",
                "experimenter:0x2320:0 | 21 | experimenter:0x2320:0: needs pairs of hexadecimal digits",
                "copy_field:1:2 | 12 | copy_field:1:2: needs bits, two offsets and the headers of two fields",
                "write_actions(drop) | 1 | write_actions(drop): needs an action, such as output:1, or a port",
            })
    void reportsTheColumnAndReasonOfAnInvalidAction(String text, int column, String reason) {
        assertRefused(() -> Action.parse(text), text, column, reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            value = {
                "in_port=1 | 10 | needs actions= at the end, actions=drop for a flow that drops",
                "in_port=1,actions | 18 | actions: needs =, and the actions",
                "priority=70000,actions=drop | 10 | priority=70000: needs a number from 0 to 65535",
                "table=256,actions=drop | 7 | table=256: needs a number from 0 to 255",
                "table=1,table=1,actions=drop | 9 | table=1: is a duplicate",
                "cookie=1/x,actions=drop | 10 | cookie=1/x: needs a number from 0 to 18446744073709551615",
                "send_flow_rem=1,actions=drop | 15 | send_flow_rem=1: needs no value after send_flow_rem",
                "actions=output:1,goto_table:2,output:3 | 31 | output:3: needs to be next to the other applied actions",
                "actions=write_actions(goto_table:1) | 23 | goto_table:1: needs an action, such as output:1, or a port",
                "actions=write_actions(output:1 | 22 | (: needs a closing )",
                "actions=goto_table:256 | 20 | goto_table:256: needs a number from 0 to 255",
                "actions=stat_trigger(foo=1) | 22 | foo=1: needs flags or the name of a statistic, such as"
                        + " packet_count",
                "actions=stat_trigger(duration=1.x) | 31 | duration=1.x: needs seconds with at most nine"
                        + " decimals, such as 1.5s",
                "actions=drop,goto_table:1 | 9 | drop: needs to be the only action",
            })
    void reportsTheColumnAndReasonOfAnInvalidFlow(String text, int column, String reason) {
        assertRefused(() -> FlowMod.parse(text), text, column, reason);
    }

    @Test
    void showsAnExcerptOfLongText() {
        String text = "dl_type=1," + "vlan_pcp=1 ".repeat(20);

        assertThatThrownBy(() -> Match.parse(text))
                .hasMessageContaining("\ndl_type=1,vlan_pcp=1 vlan_pcp=1 ")
                .hasMessageContaining(" vlan_...\n")
                .hasMessageEndingWith("\n                     ^");
    }

    @Test
    void showsLineBreaksAsSpaces() {
        var exception = catchThrowableOfType(NotationException.class, () -> Match.parse("ip\n\tfoo"));

        assertThat(exception).hasMessage("""
                        column 5: foo: needs the name of a field, such as in_port, dl_type or nw_dst
                        ip  foo
                            ^""");
    }

    private static void assertRefused(ThrowingCallable parser, String text, int column, String reason) {
        var exception = catchThrowableOfType(NotationException.class, parser);

        assertThat(exception)
                .as(text)
                .isNotNull()
                .hasMessage("column %d: %s\n%s\n%s^", column, reason, text, " ".repeat(column - 1));
        assertThat(exception.column()).isEqualTo(column);
    }
}
