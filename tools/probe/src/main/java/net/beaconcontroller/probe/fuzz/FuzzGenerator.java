package net.beaconcontroller.probe.fuzz;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.wire.FieldLocation;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.probe.CraftedMessage;
import net.beaconcontroller.switchkit.random.MessageGenerator;
import net.beaconcontroller.switchkit.random.MessageGenerator.Form;

/**
 * A generator of sequences of messages that a switch could send, with faults in some of them: fields with special
 * values of their kind, lengths that contradict the content, fields that are removed or repeated, and messages that
 * begin as one and end as another.
 *
 * <p>Correct messages come from {@link MessageGenerator}, which has every class of message of a version. The fields of
 * a message, with their kinds and places, come from {@link Envelope#locations()}: the layouts that encode and decode
 * the message also locate its fields, so that no description of the structures is kept here.
 *
 * <p>A sequence depends only on the version, the seed and its number. For use by one thread.
 */
final class FuzzGenerator {
    private static final int MAX_MESSAGES = 12;
    private static final int MAX_FAULTS = 4;
    private static final int MAX_SEGMENTS = 30;
    /**
     * One to four quarters of the messages of a sequence are faulty. With few, the controller decodes most messages and
     * applications act on them; with many, it has to find the next message after several faults in a row.
     */
    private static final int QUARTERS = 4;
    /** One in this many messages is followed by an earlier message of the sequence. */
    private static final int REPEATED = 8;
    /** One in this many sequences is sent in segments. */
    private static final int SEGMENTED = 4;
    /**
     * One in this many faulty messages keeps the length in the header that the correct message has. A controller may
     * wait for the missing bytes until a timeout, so that more of them would take most of the time.
     */
    private static final int WRONG_LENGTHS = 200;
    /** Of this many messages, 4 are packet-ins that applications examine, and one is a message of a controller. */
    private static final int ORIGINS = 16;

    private static final int PACKET_INS = 4;
    /** The number of draws for a field on which the structure depends, such as a length. */
    private static final int STRUCTURAL_DRAWS = 5;

    private static final int PORTS = 4;
    private static final long BROADCAST = (1L << 48) - 1;
    private static final long GOLDEN_GAMMA = 0x9e37_79b9_7f4a_7c15L;

    private final Version version;
    private final long seed;
    private final List<Form> ofSwitch;
    private final List<Form> others;
    private SplittableRandom random = new SplittableRandom(0);

    FuzzGenerator(Version version, long seed) {
        this.version = version;
        this.seed = seed;
        List<Form> forms = MessageGenerator.FORMS.stream()
                .filter(form -> form.version() == version)
                .toList();
        ofSwitch = forms.stream()
                .filter(form -> !form.layout().type().isFromController())
                .toList();
        others = forms.stream()
                .filter(form -> form.layout().type().isFromController())
                .toList();
    }

    /** Returns the sequence with this number. */
    FuzzCase generate(long number) {
        random = new SplittableRandom(seed + number * GOLDEN_GAMMA + version.wire());
        var messages = new ArrayList<FuzzMessage>();
        int count = random.nextInt(1, MAX_MESSAGES + 1);
        int faulty = random.nextInt(1, QUARTERS + 1);
        while (messages.size() < count) {
            messages.add(random.nextInt(QUARTERS) < faulty ? faultyMessage() : correctMessage());
            if (oneIn(REPEATED)) {
                messages.add(messages.get(random.nextInt(messages.size())));
            }
        }
        int bytes =
                messages.stream().mapToInt(message -> message.sent().length()).sum();
        int segment = oneIn(SEGMENTED) ? Math.ceilDiv(bytes, random.nextInt(2, MAX_SEGMENTS)) : 0;
        return new FuzzCase(version, segment, messages);
    }

    private boolean oneIn(int count) {
        return random.nextInt(count) == 0;
    }

    private FuzzMessage correctMessage() {
        CraftedMessage original = original();
        return new FuzzMessage(Bytes.of(original.bytes()), Optional.of(original));
    }

    private FuzzMessage faultyMessage() {
        CraftedMessage original = original();
        byte[] bytes = original.bytes();
        int faults = random.nextInt(1, MAX_FAULTS + 1);
        for (int i = 0; i < faults; i++) {
            bytes = withFault(original, bytes);
        }
        if (bytes.length <= Header.MAX_MESSAGE_LENGTH && !oneIn(WRONG_LENGTHS)) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length, Header.LENGTH));
            bytes[2] = (byte) (bytes.length >> 8);
            bytes[3] = (byte) bytes.length;
        }
        return new FuzzMessage(Bytes.of(bytes), Optional.of(original));
    }

    private CraftedMessage original() {
        int origin = random.nextInt(ORIGINS);
        if (origin < PACKET_INS) {
            return packetIn();
        }
        List<Form> forms = origin == ORIGINS - 1 ? others : ofSwitch;
        return CraftedMessage.of(forms.get(random.nextInt(forms.size())).generate(random));
    }

    /** Returns a packet-in with a frame that applications examine. */
    private CraftedMessage packetIn() {
        long from = random.nextLong(BROADCAST);
        long to = oneIn(4) ? BROADCAST : random.nextLong(BROADCAST);
        int address = random.nextInt();
        var ethernet = FrameBuilder.ethernet(to, from);
        byte[] frame = random.nextBoolean()
                ? ethernet.arpRequest(Integer.toUnsignedLong(address), random.nextLong(1L << 32))
                        .build()
                : ethernet.ipv4(Integer.toUnsignedLong(address), random.nextLong(1L << 32))
                        .udp(random.nextInt(1 << 16), random.nextInt(1 << 16))
                        .zeros(random.nextInt(64))
                        .build();
        long xid = random.nextLong(1L << 32);
        int port = random.nextInt(1, PORTS + 1);
        int buffer = random.nextInt(1 << 30);
        return CraftedMessage.of(PacketIn.of(port, buffer, Bytes.of(frame)), version, xid);
    }

    private byte[] withFault(CraftedMessage original, byte[] bytes) {
        FieldLocation field = field(original.fields());
        int from = Math.min(field.offset(), bytes.length);
        int to = Math.min(field.offset() + field.size(), bytes.length);
        // Most faults are in the value of a field; the others change the number of bytes.
        return switch (random.nextInt(12)) {
            case 0 -> join(bytes, 0, from, bytes, to);
            case 1 -> join(bytes, 0, to, bytes, from);
            case 2 -> Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
            case 3 -> join(bytes, 0, bytes.length, random(random.nextInt(1, 64)), 0);
            case 4 -> splice(bytes, from);
            default -> {
                byte[] changed = bytes.clone();
                setField(changed, from, to, field.kind());
                yield changed;
            }
        };
    }

    /** Returns a field, more often one of the body on which its structure depends. */
    private FieldLocation field(List<FieldLocation> fields) {
        FieldLocation field = fields.get(random.nextInt(fields.size()));
        for (int i = 1; i < STRUCTURAL_DRAWS && !isStructural(field); i++) {
            field = fields.get(random.nextInt(fields.size()));
        }
        return field;
    }

    private static boolean isStructural(FieldLocation field) {
        return field.offset() >= Header.LENGTH
                && (field.kind() == FieldLocation.Kind.LENGTH || field.kind() == FieldLocation.Kind.TYPE);
    }

    /** Returns the beginning of one message and the end of another. */
    private byte[] splice(byte[] bytes, int from) {
        CraftedMessage other = original();
        FieldLocation field = field(other.fields());
        return join(bytes, 0, from, other.bytes(), field.offset());
    }

    private static byte[] join(byte[] first, int from, int to, byte[] second, int secondFrom) {
        int length = to - from;
        byte[] joined = Arrays.copyOf(Arrays.copyOfRange(first, from, to), length + second.length - secondFrom);
        System.arraycopy(second, secondFrom, joined, length, second.length - secondFrom);
        return joined;
    }

    private void setField(byte[] bytes, int from, int to, FieldLocation.Kind kind) {
        switch (kind) {
            case TEXT, DATA, ADDRESS, PADDING -> {
                boolean isSame = random.nextBoolean();
                int same = random.nextInt(256);
                for (int i = from; i < to; i++) {
                    bytes[i] = (byte) (isSame ? same : random.nextInt(256));
                }
            }
            case NUMBER, TYPE, LENGTH, ENUMERATION, PORT -> setNumber(bytes, from, to);
        }
    }

    /** Sets a number to the least, the greatest, a near, a small or any value. */
    private void setNumber(byte[] bytes, int from, int to) {
        switch (random.nextInt(5)) {
            case 0 -> Arrays.fill(bytes, from, to, (byte) 0);
            case 1 -> Arrays.fill(bytes, from, to, (byte) 0xff);
            case 2 -> add(bytes, from, to, random.nextInt(-9, 10));
            case 3 -> {
                Arrays.fill(bytes, from, to, (byte) 0);
                add(bytes, from, to, random.nextInt(256));
            }
            default -> {
                for (int i = from; i < to; i++) {
                    bytes[i] = (byte) random.nextInt(256);
                }
            }
        }
    }

    /** Adds to the number in these bytes. */
    private static void add(byte[] bytes, int from, int to, int value) {
        int carry = value;
        for (int i = to - 1; i >= from; i--) {
            int sum = Byte.toUnsignedInt(bytes[i]) + carry;
            bytes[i] = (byte) sum;
            carry = sum >> 8;
        }
    }

    private byte[] random(int length) {
        var bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
