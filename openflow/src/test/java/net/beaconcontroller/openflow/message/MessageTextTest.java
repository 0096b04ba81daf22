package net.beaconcontroller.openflow.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.IgnoredBytes;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Model;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.match.Oxs;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.multipart.AggregateStats;
import net.beaconcontroller.openflow.multipart.FlowMonitor;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.openflow.multipart.PortDescription;
import net.beaconcontroller.openflow.multipart.SwitchDescription;
import net.beaconcontroller.openflow.structure.Bucket;
import net.beaconcontroller.openflow.structure.MeterBand;
import net.beaconcontroller.openflow.structure.Port;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages as one line of text. */
class MessageTextTest {
    private static final Match TCP = Match.parse("in_port=1,tcp,tcp_dst=80");
    private static final Instruction OUTPUT = new Instruction.ApplyActions(List.of(new Action.Output(2)));

    @Test
    void aFlowModOmitsDefaults() {
        assertThat(FlowMod.add()
                        .priority(10)
                        .match(Match.parse("in_port=1,ip"))
                        .actions(new Action.Output(2))
                        .build())
                .hasToString("flow_mod ADD table=0 priority=10 in_port=1,dl_type=0x0800 actions=output:2");
        assertThat(FlowMod.add().build()).hasToString("flow_mod ADD table=0 actions=drop");
        assertThat(FlowMod.delete().build()).hasToString("flow_mod DELETE table=ALL");
    }

    @Test
    void aFlowModShowsAllOtherValues() {
        FlowMod flow = new FlowMod(
                FlowMod.Command.MODIFY_STRICT,
                3,
                -1,
                0xff,
                5,
                6,
                7,
                8,
                PortNumber.LOCAL,
                9,
                FlowMod.EMERGENCY | FlowMod.SEND_FLOW_REMOVED | 1 << 9,
                10,
                TCP,
                List.of(OUTPUT, new Instruction.GotoTable(4)));

        assertThat(flow)
                .hasToString(
                        "flow_mod MODIFY_STRICT table=3 cookie=0xffffffffffffffff/0xff idle_timeout=5 hard_timeout=6"
                                + " importance=10 out_port=LOCAL out_group=9 buffer_id=0x8 send_flow_rem emerg"
                                + " flags=0x200 priority=7 in_port=1,dl_type=0x0800,nw_proto=6,tcp_dst=80"
                                + " actions=output:2,goto_table:4");
    }

    @Test
    void aPacketInShowsThePortFirst() {
        assertThat(PacketIn.of(1, PacketIn.NO_BUFFER, Bytes.ofHex("0011")))
                .hasToString("packet_in in_port=1 total_len=2 reason=no_match data=0011");
        assertThat(new PacketIn(7, 1500, 1, 2, 0, Match.parse("in_port=1,metadata=3"), Bytes.EMPTY))
                .hasToString(
                        "packet_in in_port=1,metadata=0x3 total_len=1500 reason=action table=2 cookie=0x0 buffer_id=0x7"
                                + " data=");
    }

    @Test
    void longDataIsTruncatedAndItsLengthShown() {
        assertThat(PacketIn.of(1, PacketIn.NO_BUFFER, Bytes.of(new byte[65])).toString())
                .endsWith("data=" + "00".repeat(64) + "...(65 bytes)");
        assertThat(new EchoRequest(Bytes.of(new byte[64]))).hasToString("echo_request data=" + "00".repeat(64));
    }

    @Test
    void aPacketOutShowsItsActions() {
        assertThat(PacketOut.of(Bytes.ofHex("00"), 2))
                .hasToString("packet_out in_port=CONTROLLER actions=output:2 data=00");
        assertThat(new PacketOut(5, 3, List.of(), Bytes.EMPTY))
                .hasToString("packet_out in_port=3 buffer_id=0x5 actions=drop");
    }

    @Test
    void aFlowIsPrintedLikeDumpFlowsOfOvsOfctl() {
        var flow = new FlowStats(
                0, 10, 0, 0, 0, 0, 0, Match.parse("in_port=1"), Stats.of(1, 500_000_000, 3, 294), List.of(OUTPUT));
        var other = new FlowStats(
                1, 0, 5, 6, 1, 7, 0xabc, Match.ANY, Stats.of(1, 0, Stats.UNKNOWN, Stats.UNKNOWN), List.of());

        assertThat(new FlowStats.Reply(List.of(flow, other)))
                .hasToString("flow reply flows=[{cookie=0x0, duration=1.5s, table=0, n_packets=3, n_bytes=294,"
                        + " priority=10,in_port=1 actions=output:2}, {cookie=0xabc, duration=1s, table=1,"
                        + " idle_timeout=5,"
                        + " hard_timeout=6, importance=7, send_flow_rem, priority=0 actions=drop}]");
    }

    @Test
    void aPrintedFlowCanBeParsed() {
        var flow = new FlowStats(3, 10, 0, 0, 0, 0, 5, TCP, Stats.of(1, 500_000_000, 3, 294), List.of(OUTPUT));

        assertThat(FlowMod.parse(flow.toString()))
                .isEqualTo(FlowMod.add()
                        .tableId(3)
                        .priority(10)
                        .cookie(5)
                        .match(TCP)
                        .instructions(OUTPUT)
                        .build());
    }

    @Test
    void aRequestForFlowsShowsItsFilter() {
        assertThat(new FlowStats.Request()).hasToString("flow request");
        assertThat(new AggregateStats.Request(2, 3, 4, 5, 6, TCP))
                .hasToString("aggregate request table=2 cookie=0x5/0x6 out_port=3 out_group=4"
                        + " in_port=1,dl_type=0x0800,nw_proto=6,tcp_dst=80");
    }

    @Test
    void aFlowRemovedShowsTheReasonAndTheCounters() {
        assertThat(new FlowRemoved(5, 10, 0, 0, 60, 0, Stats.of(61, 0, 3, 294), TCP))
                .hasToString("flow_removed reason=idle_timeout table=0 cookie=0x5 duration=61s n_packets=3 n_bytes=294"
                        + " idle_timeout=60 priority=10 in_port=1,dl_type=0x0800,nw_proto=6,tcp_dst=80");
    }

    @Test
    void anErrorHasTheNameInTheVersionOfItsEnvelope() {
        var error = new ErrorMessage(3, 1, Bytes.ofHex("01"));

        assertThat(Envelope.of(Version.OF10, 1, error))
                .hasToString("OF1.0 xid=0x1 error FLOW_MOD_FAILED/OVERLAP data=01");
        assertThat(Envelope.of(Version.OF13, 1, error))
                .hasToString("OF1.3 xid=0x1 error BAD_INSTRUCTION/UNSUP_INST data=01");
        assertThat(new ErrorMessage(1, 6, Bytes.EMPTY)).hasToString("error BAD_REQUEST/BAD_LEN");
    }

    @Test
    void aHelloShowsTheVersions() {
        assertThat(Hello.offering(List.of(Version.OF10, Version.OF13))).hasToString("hello versions=1.0,1.3");
        assertThat(new Hello(
                        List.of(new Hello.Element(1, Bytes.ofHex("00000081")), new Hello.Element(2, Bytes.ofHex("ff"))),
                        Bytes.ofHex("aa")))
                .hasToString("hello versions=0x00,0x07 element_2=ff body=aa");
    }

    @Test
    void otherMessagesShowTheirFieldsByName() {
        assertThat(new PortMod(3, 0x0200_0000_0001L, 1, 1, List.of()))
                .hasToString("port_mod port_no=3 hw_addr=02:00:00:00:00:01 config=PORT_DOWN mask=PORT_DOWN");
        assertThat(new BarrierRequest()).hasToString("barrier_request");
        assertThat(GroupMod.of(
                        GroupMod.Command.ADD,
                        GroupMod.TYPE_SELECT,
                        7,
                        Bucket.weighted(5, new Action.Output(2)),
                        Bucket.of()))
                .hasToString("group_mod command=ADD type=select group_id=7 command_bucket_id=0xffffffff buckets=["
                        + "{bucket_id=0x0 actions=output:2 properties=[{type=weight weight=5}]},"
                        + " {bucket_id=0x1 actions=drop}]");
        assertThat(new MeterMod(MeterMod.Command.ADD, 5, 1, List.of(new MeterBand.Drop(1000, 10))))
                .hasToString("meter_mod command=ADD flags=kbps|burst meter_id=1 bands=[{type=drop rate=1000"
                        + " burst_size=10}]");
        assertThat(new Opaque(MessageType.MULTIPART_REPLY, Bytes.ofHex("00"))).hasToString("multipart_reply body=00");
    }

    @Test
    void aMultipartMessageIsNamedAfterItsMultipartType() {
        assertThat(new PortDescription.Request()).hasToString("port_desc request port_no=ANY");
        assertThat(new PortDescription.Reply(List.of())).hasToString("port_desc reply");
        assertThat(new SwitchDescription.Request()).hasToString("desc request");
        assertThat(Envelope.of(Version.OF13, 0xab, new PortDescription.Reply(List.of()))
                        .withMore())
                .hasToString("OF1.3 xid=0xab port_desc reply more");
        assertThat(new Envelope(
                        Version.OF13,
                        0,
                        new SwitchDescription.Request(),
                        6,
                        List.of(new IgnoredBytes(12, Bytes.ofHex("ff")))))
                .hasToString("OF1.3 xid=0x0 desc request flags=0x6 ignored[12]=ff");
    }

    @Test
    void aNestedMessageIsPrintedInParentheses() {
        var inner = Envelope.of(Version.OF14, 1, new BarrierRequest());

        assertThat(new BundleAdd(1, 2, inner, List.of()))
                .hasToString("bundle_add_message bundle_id=1 flags=ordered message=(OF1.4 xid=0x1 barrier_request)");
    }

    @Test
    void textOfASwitchIsQuotedAndEscaped() {
        assertThat(new PortDescription.Reply(List.of(Port.of(1, 2, "eth\n=1 \"x\""))).toString())
                .contains(" name=\"eth\\u000a=1 \\\"x\\\"\" ");
        assertThat(new PortDescription.Reply(List.of(Port.of(1, 2, "eth1.5"))).toString())
                .contains(" name=eth1.5 ");
    }

    @Test
    void aMessageIsPrintedInAVersionThatSupportsAllItsFields() {
        assertThat(new FeaturesReply(1, 0, 254, 0, 0, 0, List.of(Port.of(1, 2, "eth1"))).toString())
                .contains("ports=[{port_no=1 hw_addr=00:00:00:00:00:02 name=eth1 ");
        assertThat(new FeaturesReply(1, 0, 254, 3, 0, 0, List.of()).toString()).contains("auxiliary_id=3");
    }

    @Test
    void fieldsThatTheVersionDoesNotSupportArePrinted() {
        var flow = FlowMod.add().instructions(new Instruction.GotoTable(1)).build();
        var packet = new PacketIn(PacketIn.NO_BUFFER, 0, 0, 0, -1, Match.parse("metadata=1"), Bytes.EMPTY);

        assertThat(Envelope.of(Version.OF10, 1, flow))
                .hasToString("OF1.0 xid=0x1 flow_mod ADD table=0 actions=goto_table:1");
        assertThat(Envelope.of(Version.OF10, 1, packet).toString()).contains("metadata=0x1");
    }

    static Stream<Class<?>> messages() {
        return Model.recordsOf(Message.class);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void printingNeverFails(Class<?> type) {
        var random = new Random(1);
        for (int i = 0; i < 10; i++) {
            var message = (Message) new RandomValues(random).value(type, 0);
            assertThat(message.toString()).doesNotContain("\n").doesNotContain("PrintedValue[");
            for (Version version : Version.values()) {
                assertThat(new Envelope(version, i, message, i % 3, List.of()).toString())
                        .startsWith("OF" + version + " xid=");
            }
        }
    }

    /** A generator of random values of any record. */
    private record RandomValues(Random random) {
        Object value(Type type, int depth) {
            if (type instanceof ParameterizedType list) {
                int size = depth > 4 ? 0 : random.nextInt(3);
                var items = new ArrayList<>();
                for (int i = 0; i < size; i++) {
                    items.add(value(list.getActualTypeArguments()[0], depth + 1));
                }
                return items;
            }
            var of = (Class<?>) type;
            if (of == int.class) {
                return random.nextBoolean() ? random.nextInt(4) : random.nextInt();
            }
            if (of == long.class) {
                return random.nextBoolean() ? random.nextInt(4) : random.nextLong();
            }
            if (of == boolean.class) {
                return random.nextBoolean();
            }
            if (of == String.class) {
                return random.nextBoolean() ? "eth1" : "\u2028 \r\n";
            }
            if (of == Bytes.class) {
                byte[] bytes = new byte[random.nextInt(100)];
                random.nextBytes(bytes);
                return Bytes.of(bytes);
            }
            if (of == Oxm.class) {
                Field field = Field.values()[random.nextInt(Field.values().length)];
                return random.nextInt(4) == 0
                        ? new Oxm(random.nextInt(0x10000), 127, 5, Bytes.ofHex("01"), null)
                        : new Oxm(Oxm.BASIC, field.number(), Bytes.of(new byte[field.length()]), null);
            }
            if (of == Oxs.class) {
                return Oxs.of(List.of(0, 1, 3, 4, 5).get(random.nextInt(5)), random.nextLong());
            }
            if (of == FlowMonitor.Update.class) {
                // The class must correspond to the event.
                return new FlowMonitor.State(5);
            }
            if (of == Envelope.class) {
                return Envelope.of(
                        Version.OF15,
                        1,
                        depth > 2 ? new BarrierReply() : FlowMod.add().build());
            }
            if (of.isEnum()) {
                return of.getEnumConstants()[random.nextInt(of.getEnumConstants().length)];
            }
            List<Class<?>> records = new ArrayList<>(Model.recordsOf(of).toList());
            Collections.shuffle(records, random);
            return newRecord(records.getFirst(), depth);
        }

        private Object newRecord(Class<?> type, int depth) {
            RecordComponent[] components = type.getRecordComponents();
            Object[] values = Arrays.stream(components)
                    .map(component -> value(component.getGenericType(), depth + 1))
                    .toArray();
            try {
                Constructor<?> constructor = type.getDeclaredConstructor(
                        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
                constructor.setAccessible(true);
                return constructor.newInstance(values);
            } catch (InvocationTargetException e) {
                throw new AssertionError(type + " of " + Arrays.toString(values), e.getCause());
            } catch (ReflectiveOperationException e) {
                throw new LinkageError(e.getMessage(), e);
            }
        }
    }
}
