package net.beaconcontroller.probe.robustness.catalogue;

import static net.beaconcontroller.probe.robustness.catalogue.Culprits.sendsEach;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.wire.FieldLocation;
import net.beaconcontroller.openflow.wire.FieldLocation.Kind;
import net.beaconcontroller.probe.CraftedMessage;
import net.beaconcontroller.probe.ProbeSwitch;
import net.beaconcontroller.probe.robustness.ProbeCase;

/** Messages of every type whose body is wrong in one field, or cut, or longer than it says. */
final class FieldCases {
    /** Fields that are tried alike. */
    private enum Group {
        LENGTH,
        TYPE,
        ENUMERATION,
        /** Any number is allowed. */
        NUMBER,
        TEXT,
        BYTES;

        private Set<Kind> kinds() {
            return switch (this) {
                case LENGTH -> EnumSet.of(Kind.LENGTH);
                case TYPE -> EnumSet.of(Kind.TYPE);
                case ENUMERATION -> EnumSet.of(Kind.ENUMERATION);
                case NUMBER -> EnumSet.of(Kind.NUMBER, Kind.PORT, Kind.ADDRESS);
                case TEXT -> EnumSet.of(Kind.TEXT);
                case BYTES -> EnumSet.of(Kind.DATA, Kind.PADDING);
            };
        }

        private Set<ErrorCode> refusals() {
            return switch (this) {
                case LENGTH -> Refusals.OF_LENGTHS;
                case TYPE -> Refusals.OF_TYPES;
                case ENUMERATION -> Refusals.OF_ENUMERATIONS;
                case NUMBER, TEXT, BYTES -> Set.of();
            };
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The number of bytes that a message is at most extended by. */
    private static final int MANY = 60_000;

    private FieldCases() {}

    static List<ProbeCase> all() {
        var cases = new ArrayList<ProbeCase>();
        for (Sample sample : Sample.ofSwitches()) {
            for (Group group : Group.values()) {
                Set<Version> versions = sample.versionsWith(group.kinds());
                if (!versions.isEmpty()) {
                    cases.add(new ProbeCase(
                                    "fields/%s/%s".formatted(sample, group),
                                    "%s with a wrong %s, for each field".formatted(sample, group),
                                    sendsEach(culprit -> variants(sample, group, culprit)))
                            .in(versions)
                            .refusedWith(group.refusals())
                            .obeyedIf(Culprits::obeysFault));
                }
            }
            Set<Version> withBody = EnumSet.copyOf(sample.versions());
            withBody.removeIf(version -> sample.length(version) == Header.LENGTH);
            if (!withBody.isEmpty()) {
                cases.add(new ProbeCase(
                                "body/%s/truncated".formatted(sample),
                                "%s cut at each byte, with the length of the rest".formatted(sample),
                                sendsEach(culprit -> truncated(sample, culprit)))
                        .in(withBody)
                        .refusedWith(Refusals.OF_TYPES)
                        .obeyedIf(Culprits::obeysFault));
            }
            cases.add(new ProbeCase(
                            "body/%s/extended".formatted(sample),
                            "%s with bytes appended, and their length".formatted(sample),
                            sendsEach(culprit -> extended(sample, culprit)))
                    .in(sample.versions())
                    .refusedWith(Refusals.OF_TYPES)
                    .obeyedIf(Culprits::obeysFault));
        }
        return cases;
    }

    private static List<CraftedMessage> variants(Sample sample, Group group, ProbeSwitch culprit) {
        var variants = new ArrayList<CraftedMessage>();
        for (FieldLocation field : sample.fields(culprit.version(), group.kinds())) {
            switch (group) {
                case TEXT, BYTES -> {
                    for (byte[] content : contents(group, field.size())) {
                        variants.add(sample.craft(culprit).with(field, content));
                    }
                }
                default -> {
                    long right = sample.craft(culprit).get(field);
                    for (long value : numbers(group, field, right)) {
                        variants.add(sample.craft(culprit).with(field, value));
                    }
                }
            }
        }
        return variants;
    }

    /** Returns numbers that fit the field, without the right one. */
    private static long[] numbers(Group group, FieldLocation field, long right) {
        int bits = Math.min(Long.SIZE, 8 * field.size());
        long max = -1L >>> (Long.SIZE - bits);
        long highBit = 1L << (bits - 1);
        LongStream candidates =
                switch (group) {
                    case LENGTH -> LongStream.of(0, 1, 4, right - 1, right + 1, right + 8, 2 * right, highBit, max);
                    case TYPE -> LongStream.of(0, right + 1, right ^ highBit, 0x7f, highBit, max);
                    case ENUMERATION -> LongStream.of(0x7f, highBit, max - 1, max);
                    default -> LongStream.of(0, 1, highBit - 1, highBit, max - 7, max - 2, max - 1, max);
                };
        return candidates
                .map(value -> value & max)
                .filter(value -> value != right)
                .distinct()
                .toArray();
    }

    private static List<byte[]> contents(Group group, int size) {
        Stream<byte[]> contents =
                switch (group) {
                    case TEXT ->
                        Stream.of(
                                filled(size, 'A'),
                                filled(size, 7),
                                filled(size, 0),
                                filled(size, 0xff),
                                // A two-byte character without its second byte, and one that is never allowed.
                                filled(size, 0xc3),
                                filled(size, 0xc0, 0x80),
                                filled(size, "\033[31m\r\n".getBytes(StandardCharsets.UTF_8)),
                                filled(size, "\"<b>&\\'".getBytes(StandardCharsets.UTF_8)),
                                filled(size, "\u202e".getBytes(StandardCharsets.UTF_8)));
                    default -> Stream.of(filled(size, 0), filled(size, 0xff), filled(size, 0x01, 0x80));
                };
        return contents.toList();
    }

    private static byte[] filled(int size, int... pattern) {
        byte[] bytes = new byte[pattern.length];
        for (int i = 0; i < pattern.length; i++) {
            bytes[i] = (byte) pattern[i];
        }
        return filled(size, bytes);
    }

    private static byte[] filled(int size, byte[] pattern) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = pattern[i % pattern.length];
        }
        return bytes;
    }

    private static List<CraftedMessage> truncated(Sample sample, ProbeSwitch culprit) {
        var variants = new ArrayList<CraftedMessage>();
        for (int length = Header.LENGTH; length < sample.length(culprit.version()); length++) {
            variants.add(sample.craft(culprit).cutTo(length).withTrueLength());
        }
        return variants;
    }

    private static List<CraftedMessage> extended(Sample sample, ProbeSwitch culprit) {
        return Stream.of(1, 4, 8, 100, MANY)
                .flatMap(count -> Stream.of(0, 0xff).map(value -> filled(count, value)))
                .map(bytes -> sample.craft(culprit).append(bytes).withTrueLength())
                .toList();
    }
}
