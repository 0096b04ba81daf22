package net.beaconcontroller.openflow.check;

import static net.beaconcontroller.openflow.check.Checks.errors;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.message.FlowMod;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks every field of OpenFlow 1.5.1 section 7.2.3.8 in a match and in a set-field action. */
class FieldCheckTest {
    /**
     * The table of the specification: name, bits, M if it can have a mask, first version as OXM TLV, S if it can be
     * set, 0 if OpenFlow 1.0 has it, and the match of packets that have it.
     */
    private static final String TABLE = """
            in_port        32  - 1.2 - 0 |
            in_phy_port    32  - 1.2 - - | in_port=1
            metadata       64  M 1.2 - - |
            eth_dst        48  M 1.2 S 0 |
            eth_src        48  M 1.2 S 0 |
            eth_type       16  - 1.2 - 0 |
            vlan_vid       13  M 1.2 S 0 |
            vlan_pcp       3   - 1.2 S 0 | dl_vlan=7
            ip_dscp        6   - 1.2 S 0 | ip
            ip_ecn         2   - 1.2 S - | ipv6
            ip_proto       8   - 1.2 - 0 | ip
            ipv4_src       32  M 1.2 S 0 | ip
            ipv4_dst       32  M 1.2 S 0 | ip
            tcp_src        16  - 1.2 S 0 | tcp
            tcp_dst        16  - 1.2 S 0 | tcp
            udp_src        16  - 1.2 S 0 | udp
            udp_dst        16  - 1.2 S 0 | udp
            sctp_src       16  - 1.2 S - | sctp
            sctp_dst       16  - 1.2 S - | sctp6
            icmpv4_type    8   - 1.2 S 0 | icmp
            icmpv4_code    8   - 1.2 S 0 | icmp
            arp_op         16  - 1.2 S 0 | arp
            arp_spa        32  M 1.2 S 0 | arp
            arp_tpa        32  M 1.2 S 0 | arp
            arp_sha        48  M 1.2 S - | arp
            arp_tha        48  M 1.2 S - | arp
            ipv6_src       128 M 1.2 S - | ipv6
            ipv6_dst       128 M 1.2 S - | ipv6
            ipv6_flabel    20  M 1.2 S - | ipv6
            icmpv6_type    8   - 1.2 S - | icmp6
            icmpv6_code    8   - 1.2 S - | icmp6
            ipv6_nd_target 128 - 1.2 S - | icmp6,icmpv6_type=136
            ipv6_nd_sll    48  - 1.2 S - | icmp6,icmpv6_type=135
            ipv6_nd_tll    48  - 1.2 S - | icmp6,icmpv6_type=136
            mpls_label     20  - 1.2 S - | mpls
            mpls_tc        3   - 1.2 S - | mplsm
            mpls_bos       1   - 1.3 S - | mpls
            pbb_isid       24  M 1.3 S - | dl_type=0x88e7
            tunnel_id      64  M 1.3 S - |
            ipv6_exthdr    9   M 1.3 - - | ipv6
            pbb_uca        1   - 1.4 S - | dl_type=0x88e7
            tcp_flags      12  M 1.5 S - | tcp6
            actset_output  32  - 1.5 - - |
            packet_type    32  - 1.5 - - |
            """;

    private static final List<Row> ROWS = TABLE.lines().map(Row::parse).toList();

    /** Fields whose actions of OpenFlow 1.0 set them. */
    private static final Set<Field> SET_IN_10 = Set.of(
            Field.ETH_SRC,
            Field.ETH_DST,
            Field.VLAN_VID,
            Field.VLAN_PCP,
            Field.IP_DSCP,
            Field.IPV4_SRC,
            Field.IPV4_DST,
            Field.TCP_SRC,
            Field.TCP_DST,
            Field.UDP_SRC,
            Field.UDP_DST);

    /** A line of the table. */
    private record Row(
            String name, int bits, boolean maskable, Version since, boolean settable, boolean in10, Match packets) {
        static Row parse(String line) {
            String[] halves = line.split("\\|", 2);
            String[] words = halves[0].strip().split(" +", -1);
            return new Row(
                    words[0],
                    Integer.parseInt(words[1]),
                    words[2].equals("M"),
                    Version.ofNumber(words[3]).orElseThrow(),
                    words[4].equals("S"),
                    words[5].equals("0"),
                    Match.parse(halves[1].strip()));
        }

        Field field() {
            return Field.valueOf(name.toUpperCase(Locale.ROOT));
        }

        /** A value that is valid for all fields. */
        private long value() {
            return field() == Field.VLAN_VID ? Field.VLAN_PRESENT | 1 : 1;
        }

        Oxm exact() {
            return oxm(value(), null);
        }

        Oxm masked(long value) {
            return oxm(value, Bytes.ofLong(value(), 8));
        }

        Oxm oxm(long value, @Nullable Bytes mask) {
            return new Oxm(
                    Oxm.BASIC, field().number(), resized(Bytes.ofLong(value, 8)), mask == null ? null : resized(mask));
        }

        /** Returns the low bytes in the length of the field. */
        private Bytes resized(Bytes bytes) {
            byte[] all = new byte[24];
            bytes.copyTo(all, 16);
            return Bytes.of(all, all.length - field().length(), field().length());
        }

        /** Returns a flow of the packets that have the field, with more fields. */
        FlowMod matching(Oxm... oxms) {
            var fields = new ArrayList<>(packets.fields());
            fields.addAll(Arrays.asList(oxms));
            return FlowMod.add().match(new Match(fields)).build();
        }

        FlowMod setting(Oxm oxm) {
            return FlowMod.add()
                    .match(packets)
                    .actions(new Action.SetField(oxm))
                    .build();
        }
    }

    @Test
    void theTableHasEveryField() {
        assertThat(ROWS.stream().map(Row::field)).containsExactlyInAnyOrder(Field.values());
    }

    @ParameterizedTest
    @MethodSource
    void acceptsTheField(Version version, FlowMod flow) {
        assertThat(errors(version, flow)).isEmpty();
    }

    static Stream<Arguments> acceptsTheField() {
        var cases = Stream.<Arguments>builder();
        for (Row row : ROWS) {
            for (Version version : versions(row)) {
                cases.add(argumentSet(version + " match " + row.name, version, row.matching(row.exact())));
            }
            Version version = row.since;
            if (row.maskable) {
                cases.add(argumentSet("mask of " + row.name, version, row.matching(row.masked(row.value()))));
            }
            if (row.settable) {
                FlowMod set = row.field() == Field.VLAN_VID
                        ? FlowMod.parse("dl_vlan=7,actions=set_field:0x1001->vlan_vid")
                        : row.setting(row.exact());
                cases.add(argumentSet("set " + row.name, version, set));
                cases.add(argumentSet(
                        "set bits of " + row.name,
                        Version.OF15,
                        FlowMod.add()
                                .match(row.field() == Field.VLAN_VID ? Match.parse("dl_vlan=7") : row.packets)
                                .actions(new Action.SetField(row.masked(row.value())))
                                .build()));
            }
            if (SET_IN_10.contains(row.field())) {
                cases.add(argumentSet("1.0 set " + row.name, Version.OF10, row.setting(row.exact())));
            }
        }
        return cases.build();
    }

    private static List<Version> versions(Row row) {
        return Arrays.stream(Version.values())
                .filter(version -> version == Version.OF10 ? row.in10 : version.isAtLeast(row.since))
                .toList();
    }

    @ParameterizedTest
    @MethodSource({"wrongMatches", "wrongPrerequisites", "wrongSetFields"})
    void refusesTheFieldAndNamesIt(Version version, FlowMod flow, String field, String reason) {
        assertThat(errors(version, flow)).singleElement().satisfies(problem -> {
            assertThat(problem.field()).isEqualTo(field);
            assertThat(problem.reason()).contains(reason);
            assertThat(problem.value()).isNotEmpty();
            assertThat(problem.valid()).isNotEmpty();
        });
    }

    static Stream<Arguments> wrongMatches() {
        var cases = Stream.<Arguments>builder();
        for (Row row : ROWS) {
            String path = "match." + row.name;
            Version version = row.since;
            for (Version other : Version.values()) {
                if (other != Version.OF11 && !versions(row).contains(other)) {
                    FlowMod flow = FlowMod.add().match(row.exact()).build();
                    cases.add(wrong("absent in " + other, row, other, flow, path, "does not have the field"));
                }
            }
            if (!row.maskable) {
                cases.add(wrong("mask", row, version, row.matching(row.masked(row.value())), path, "mask"));
            } else {
                long outside = row.value() | 2;
                cases.add(wrong("bits", row, version, row.matching(row.masked(outside)), path, "outside the mask"));
            }
            if (row.bits < 8 * row.field().length()) {
                Oxm large = row.oxm(1L << row.bits, null);
                cases.add(wrong("large", row, version, row.matching(large), path, "out of range"));
            }
            cases.add(wrong("twice", row, version, row.matching(row.exact(), row.exact()), path, "duplicate"));
        }
        return cases.build();
    }

    /** Leaves out each prerequisite, gives it another value, and puts it after the field. */
    static Stream<Arguments> wrongPrerequisites() {
        var cases = Stream.<Arguments>builder();
        for (Row row : ROWS) {
            List<Oxm> packets = row.packets.fields();
            String path = "match." + row.name;
            Version version = row.since;
            if (packets.isEmpty()) {
                continue;
            }
            FlowMod alone = FlowMod.add().match(row.exact()).build();
            cases.add(wrong("alone", row, version, alone, path, "is missing"));
            Oxm last = packets.getLast();
            List<Oxm> before = packets.subList(0, packets.size() - 1);
            FlowMod without = flow(before, row.exact());
            cases.add(wrong("without " + last, row, version, without, path, "is missing"));
            FlowMod after = flow(before, row.exact(), last);
            cases.add(wrong("before " + last, row, version, after, path, "follows it"));
            Field field = last.field().orElseThrow();
            if (field != Field.IN_PORT) {
                FlowMod other = flow(before, field.is(otherValue(field)), row.exact());
                cases.add(wrong("other " + field, row, version, other, path, "has another value"));
            }
        }
        return cases.build();
    }

    private static long otherValue(Field field) {
        return switch (field) {
            case ETH_TYPE -> 0x88cc;
            case ICMPV6_TYPE -> 128;
            case IP_PROTO -> 47;
            default -> 0;
        };
    }

    private static FlowMod flow(List<Oxm> before, Oxm... more) {
        var fields = new ArrayList<>(before);
        fields.addAll(Arrays.asList(more));
        return FlowMod.add().match(new Match(fields)).build();
    }

    static Stream<Arguments> wrongSetFields() {
        var cases = Stream.<Arguments>builder();
        String path = "actions[0].set_field";
        for (Row row : ROWS) {
            Version version = row.since;
            if (!row.settable) {
                cases.add(wrong("set", row, version, row.setting(row.exact()), path, "cannot be set"));
                continue;
            }
            Match packets = row.field() == Field.VLAN_VID ? Match.parse("dl_vlan=7") : row.packets;
            if (version != Version.OF15) {
                cases.add(
                        wrong("set with mask", row, version, setting(packets, row.masked(row.value())), path, "mask"));
            }
            if (row.bits < 8 * row.field().length()) {
                Oxm large = row.oxm(1L << row.bits, null);
                cases.add(wrong("set large", row, version, setting(packets, large), path, "out of range"));
            }
            if (!packets.fields().isEmpty()) {
                cases.add(wrong(
                        "set without header", row, version, setting(Match.ANY, row.exact()), path, "lack the header"));
            }
            if (!SET_IN_10.contains(row.field())) {
                FlowMod flow = setting(Match.ANY, row.exact());
                cases.add(wrong("set in 1.0", row, Version.OF10, flow, path, "does not have"));
            }
        }
        return cases.build();
    }

    private static FlowMod setting(Match packets, Oxm oxm) {
        return FlowMod.add().match(packets).actions(new Action.SetField(oxm)).build();
    }

    private static Arguments wrong(String kind, Row row, Version version, FlowMod flow, String path, String reason) {
        return argumentSet("%s: %s in %s".formatted(row.name, kind, version), version, flow, path, reason);
    }
}
