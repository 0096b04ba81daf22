package net.beaconcontroller.openflow.action;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.NotationException;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.match.Oxs;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.FlowMod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Printed values are parsed to equal values, and invalid text is refused with a valid column. */
class NotationRoundTripTest {
    private static final int RUNS = 2_000;

    private final Random random = new Random(42);

    @ParameterizedTest
    @EnumSource
    void everyFieldIsParsedToAnEqualOne(Field field) {
        for (int i = 0; i < 100; i++) {
            assertIsParsedToAnEqualValue(Match.of(randomOxm(field)));
            assertIsParsedToAnEqualValue(List.of(new Action.SetField(randomOxm(field))));
        }
    }

    @ParameterizedTest
    @EnumSource
    void masksOfZerosAndOfOnesAreParsedToEqualOnes(Field field) {
        Bytes zeros = Bytes.of(new byte[field.length()]);
        byte[] ones = new byte[field.length()];
        Arrays.fill(ones, (byte) 0xff);

        assertIsParsedToAnEqualValue(Match.of(new Oxm(Oxm.BASIC, field.number(), zeros, zeros)));
        assertIsParsedToAnEqualValue(Match.of(new Oxm(Oxm.BASIC, field.number(), zeros, Bytes.of(ones))));
        assertIsParsedToAnEqualValue(Match.of(new Oxm(Oxm.BASIC, field.number(), Bytes.of(ones), Bytes.of(ones))));
        assertIsParsedToAnEqualValue(Match.of(new Oxm(Oxm.BASIC, field.number(), Bytes.of(ones), null)));
    }

    static Stream<Match> matches() {
        return Stream.of(
                Match.ANY,
                Match.of(Field.TCP_DST.is(80), Field.ETH_TYPE.is(0x0800), Field.IP_PROTO.is(6)),
                Match.of(Field.ETH_TYPE.is(0x0800), Field.IP_PROTO.is(6), Field.TCP_DST.is(80), Field.TCP_DST.is(80)),
                Match.of(Field.ETH_TYPE.is(0x0806), Field.IPV4_DST.is(1), Field.ARP_TPA.is(1), Field.IP_PROTO.is(1)),
                Match.of(
                        Field.ETH_TYPE.is(0x0800),
                        Field.ETH_TYPE.is(0x86dd),
                        Field.IPV6_SRC.is(Bytes.of(new byte[16]))),
                Match.of(Field.ETH_TYPE.is(0x0800, 0xffff), Field.ETH_TYPE.is(0x0800), Field.IPV4_DST.is(1)),
                Match.of(Field.PACKET_TYPE.is(0x10800), Field.IPV4_DST.is(1), Field.ETH_TYPE.is(0x0806)),
                Match.of(Field.IP_PROTO.is(6), Field.ETH_TYPE.is(0x0800), Field.TCP_SRC.is(1)),
                Match.of(Field.VLAN_VID.is(0), Field.VLAN_VID.is(0x1064)),
                Match.of(Field.IN_PORT.is(PortNumber.ANY), Field.METADATA.is(-1, -1)));
    }

    @ParameterizedTest
    @MethodSource("matches")
    void unusualMatchesAreParsedToEqualOnes(Match match) {
        assertIsParsedToAnEqualValue(match);
    }

    @Test
    void randomMatchesAreParsedToEqualOnes() {
        for (int i = 0; i < RUNS; i++) {
            assertIsParsedToAnEqualValue(randomMatch());
        }
    }

    @Test
    void randomActionsAreParsedToEqualOnes() {
        for (int i = 0; i < RUNS; i++) {
            assertIsParsedToAnEqualValue(randomActions());
        }
    }

    @Test
    void randomFlowsAreParsedToEqualOnes() {
        for (int i = 0; i < RUNS; i++) {
            FlowMod flow = randomFlow();
            assertThat(FlowMod.parse(flow.toString())).as(flow.toString()).isEqualTo(flow);
        }
    }

    @Test
    void mutatedTextIsParsedOrRefusedWithAColumn() {
        String alphabet = ",=:() ./->[]_*+|x0123456789abfFipnw\n\t\u00e9\u0660\ud83d";
        for (int i = 0; i < RUNS; i++) {
            var text = new StringBuilder(randomFlow().toString());
            for (int changes = random.nextInt(4); changes >= 0 && !text.isEmpty(); changes--) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(4)) {
                    case 0 -> text.deleteCharAt(at);
                    case 1 -> text.setCharAt(at, alphabet.charAt(random.nextInt(alphabet.length())));
                    case 2 -> text.insert(at, alphabet.charAt(random.nextInt(alphabet.length())));
                    default -> text.delete(at, Math.min(text.length(), at + random.nextInt(8)));
                }
            }
            assertIsParsedOrRefused(text.toString());
        }
    }

    @Test
    void randomTextIsParsedOrRefusedWithAColumn() {
        List<String> words = List.of(
                "ip",
                "tcp",
                "nw_dst",
                "dl_type",
                "oxm_",
                "oxm_ffff_1",
                "dl_vlan",
                "tp_src",
                "tcp_flags",
                "packet_type",
                "actions=",
                "output",
                "set_field",
                "->",
                "move",
                "[",
                "]",
                "..",
                "write_actions",
                "apply_actions",
                "stat_trigger",
                "duration",
                "experimenter",
                "enqueue",
                "controller",
                "max_len",
                "(",
                ")",
                ":",
                "=",
                ",",
                " ",
                "/",
                "::",
                "1.2.3.4",
                "24",
                "0x",
                "0",
                "-",
                "+",
                "flow_mod",
                "ADD",
                "delete",
                "cookie",
                "copy_field",
                "");
        for (int i = 0; i < RUNS; i++) {
            var text = new StringBuilder();
            for (int length = random.nextInt(12); length > 0; length--) {
                text.append(words.get(random.nextInt(words.size())));
            }
            assertIsParsedOrRefused(text.toString());
        }
    }

    @Test
    void longTextIsParsedOrRefused() {
        String much = "(".repeat(100_000);
        assertIsParsedOrRefused("actions=write_actions" + much);
        assertIsParsedOrRefused("actions=" + "write_actions(".repeat(20_000) + ")".repeat(20_000));
        assertIsParsedOrRefused("ipv6_src=" + ":".repeat(100_000));
        assertIsParsedOrRefused("tcp_flags=" + "+syn".repeat(50_000));
        assertIsParsedOrRefused("in_port=1" + "0".repeat(100_000));
        assertThat(Action.parse("output:1,".repeat(50_000))).hasSize(50_000);
        assertThat(Match.parse("oxm_tcp_dst=80,".repeat(50_000)).fields()).hasSize(50_000);
    }

    private static void assertIsParsedToAnEqualValue(Match match) {
        assertThat(Match.parse(match.toString())).as(match.toString()).isEqualTo(match);
    }

    private static void assertIsParsedToAnEqualValue(List<Action> actions) {
        var text = actions.stream().map(Action::toString).toList();
        assertThat(Action.parse(String.join(",", text))).as(text.toString()).isEqualTo(actions);
    }

    private static void assertIsParsedOrRefused(String text) {
        for (Supplier<?> parser :
                List.<Supplier<?>>of(() -> FlowMod.parse(text), () -> Match.parse(text), () -> Action.parse(text))) {
            try {
                assertThat(parser.get()).isNotNull();
            } catch (NotationException e) {
                assertThat(e.column()).as(text).isBetween(1, text.length() + 1);
                assertThat(e).hasMessageContaining("^");
            }
        }
    }

    private Match randomMatch() {
        var fields = new ArrayList<Oxm>();
        int kind = random.nextInt(5);
        if (kind == 0) {
            fields.add(Field.ETH_TYPE.is(List.of(0x0800, 0x86dd, 0x0806, 0x8847).get(random.nextInt(4))));
        }
        if (kind <= 1) {
            fields.add(Field.IP_PROTO.is(List.of(6, 17, 132, 1, 58).get(random.nextInt(5))));
        }
        for (int i = random.nextInt(6); i > 0; i--) {
            fields.add(randomOxm(Field.values()[random.nextInt(Field.values().length)]));
        }
        if (random.nextInt(5) == 0) {
            fields.add(randomUnknownOxm());
        }
        if (random.nextInt(5) == 0) {
            fields.add(
                    random.nextInt(fields.size() + 1), Field.PACKET_TYPE.is(random.nextBoolean() ? 0x10800 : 0x186dd));
        }
        return new Match(fields);
    }

    private Oxm randomUnknownOxm() {
        int length = random.nextInt(20);
        Bytes mask = random.nextBoolean() ? null : randomBytes(length);
        return switch (random.nextInt(3)) {
            case 0 -> new Oxm(Oxm.BASIC, 45 + random.nextInt(83), randomBytes(length), mask);
            case 1 ->
                new Oxm(Oxm.EXPERIMENTER, random.nextInt(128), random.nextLong(1L << 32), randomBytes(length), mask);
            default -> new Oxm(random.nextInt(0x8000), random.nextInt(128), randomBytes(length), mask);
        };
    }

    private Oxm randomOxm(Field field) {
        Bytes value = randomBytes(field.length());
        return switch (random.nextInt(4)) {
            case 0 -> new Oxm(Oxm.BASIC, field.number(), value, randomBytes(field.length()));
            case 1 ->
                new Oxm(Oxm.BASIC, field.number(), Bytes.of(new byte[field.length()]), randomBytes(field.length()));
            case 2 -> field.length() > 8 ? field.is(value) : field.is(random.nextInt(4));
            default -> new Oxm(Oxm.BASIC, field.number(), value, null);
        };
    }

    private Bytes randomBytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        if (random.nextBoolean()) {
            Arrays.fill(bytes, random.nextInt(length + 1), length, (byte) (random.nextBoolean() ? 0 : 0xff));
        }
        return Bytes.of(bytes);
    }

    private int randomU16() {
        return random.nextInt(3) == 0 ? 0 : random.nextInt(0x10000);
    }

    private long randomU32() {
        return switch (random.nextInt(3)) {
            case 0 -> random.nextInt(10);
            case 1 -> 0xfffffff0L + random.nextInt(16);
            default -> random.nextLong(1L << 32);
        };
    }

    private List<Action> randomActions() {
        var actions = new ArrayList<Action>();
        for (int i = random.nextInt(5); i > 0; i--) {
            actions.add(randomAction());
        }
        return actions;
    }

    private Action randomAction() {
        return switch (random.nextInt(24)) {
            case 0 -> new Action.Output(randomU32());
            case 1 -> new Action.Output(randomU32(), Math.max(1, randomU16()));
            case 2 -> new Action.Enqueue(randomU32(), randomU32());
            case 3, 4 -> new Action.SetField(randomOxm(Field.values()[random.nextInt(Field.values().length)]));
            case 5 -> new Action.SetField(randomUnknownOxm());
            case 6 -> new Action.CopyField(randomU16(), randomU16(), randomU16(), randomBytes(random.nextInt(20)));
            case 7 -> Action.parse("move:nw_src[3..9]->ipv6_dst[100..106]").getFirst();
            case 8 -> new Action.PushVlan(randomU16());
            case 9 -> new Action.PopVlan();
            case 10 -> new Action.PushMpls(randomU16());
            case 11 -> new Action.PopMpls(randomU16());
            case 12 -> new Action.PushPbb(randomU16());
            case 13 -> new Action.PopPbb();
            case 14 -> new Action.SetMplsTtl(random.nextInt(256));
            case 15 -> new Action.DecrementMplsTtl();
            case 16 -> new Action.SetIpTtl(random.nextInt(256));
            case 17 -> new Action.DecrementIpTtl();
            case 18 -> random.nextBoolean() ? new Action.CopyTtlIn() : new Action.CopyTtlOut();
            case 19 -> new Action.SetQueue(randomU32());
            case 20 -> new Action.ToGroup(randomU32());
            case 21 -> new Action.ToMeter(randomU32());
            case 22 -> new Action.Experimenter(randomU32(), randomBytes(random.nextInt(20)));
            default -> new Action.Unknown(randomU16(), randomBytes(random.nextInt(20)));
        };
    }

    private Instruction randomInstruction() {
        return switch (random.nextInt(11)) {
            case 0, 1, 2 -> new Instruction.ApplyActions(randomActions());
            case 3 -> new Instruction.WriteActions(randomActions());
            case 4 -> new Instruction.ClearActions();
            case 5 -> new Instruction.GotoTable(random.nextInt(256));
            case 6 -> new Instruction.WriteMetadata(random.nextLong(), random.nextBoolean() ? -1 : random.nextLong());
            case 7 -> new Instruction.ToMeter(randomU32());
            case 8 ->
                new Instruction.StatTrigger(
                        randomU32(),
                        new Stats(List.of(
                                Oxs.of(random.nextInt(2), random.nextLong() >>> random.nextInt(64)),
                                Oxs.of(3 + random.nextInt(3), random.nextLong()),
                                new Oxs(
                                        0xffff - random.nextInt(2),
                                        random.nextInt(128),
                                        random.nextInt(2),
                                        randomBytes(random.nextInt(9))))));
            case 9 -> new Instruction.Experimenter(randomU32(), randomBytes(random.nextInt(20)));
            default -> new Instruction.Unknown(randomU16(), randomBytes(random.nextInt(20)));
        };
    }

    private FlowMod randomFlow() {
        FlowMod.Builder flow = FlowMod.add()
                .command(FlowMod.Command.values()[random.nextInt(5)])
                .match(randomMatch());
        var instructions = new ArrayList<Instruction>();
        for (int i = random.nextInt(4); i > 0; i--) {
            instructions.add(randomInstruction());
        }
        flow.instructions(instructions.toArray(Instruction[]::new));
        if (random.nextBoolean()) {
            flow.tableId(random.nextInt(256))
                    .priority(randomU16())
                    .importance(randomU16())
                    .flags(random.nextInt());
        }
        if (random.nextBoolean()) {
            flow.cookie(random.nextLong()).cookieMask(random.nextBoolean() ? 0 : random.nextLong());
        }
        if (random.nextBoolean()) {
            flow.idleTimeoutSeconds(randomU16()).hardTimeoutSeconds(randomU16());
            flow.outPort(randomU32()).outGroup(randomU32()).bufferId(randomU32());
        }
        return flow.build();
    }
}
