package net.beaconcontroller.probe.robustness.catalogue;

import static net.beaconcontroller.probe.robustness.catalogue.Culprits.sendsEachAlone;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.probe.CraftedMessage;
import net.beaconcontroller.probe.ProbeSwitch;
import net.beaconcontroller.probe.robustness.ProbeCase;

/** Messages of every type with a header that lies about the length, the version or the type. */
final class HeaderCases {
    private static final int TYPES = 256;

    /** A length that is wrong, computed from the right one. */
    private record Lie(String name, String what, IntUnaryOperator length) {}

    private static final List<Lie> LIES = List.of(
            new Lie("length-0", "whose header gives a length of 0", _ -> 0),
            new Lie("length-4", "whose header gives a length of 4", _ -> 4),
            new Lie("length-8", "whose header gives a length of 8", _ -> Header.LENGTH),
            new Lie("length-one-less", "whose header gives one byte too little", length -> length - 1),
            new Lie("length-one-more", "whose header gives one byte too many", length -> length + 1),
            new Lie("length-9109", "whose header gives a length of 9109", _ -> 9109),
            new Lie("length-65535", "whose header gives a length of 65535", _ -> Header.MAX_MESSAGE_LENGTH));

    /** Multipart replies share their header: two of them stand for all. */
    private static final Set<String> MULTIPARTS = Set.of("reply-desc", "reply-port-desc");

    private HeaderCases() {}

    static List<ProbeCase> all() {
        var cases = new ArrayList<ProbeCase>();
        for (Sample sample : Sample.ofSwitches()) {
            if (sample.type() != MessageType.MULTIPART_REPLY || MULTIPARTS.contains(sample.name())) {
                LIES.forEach(lie -> addLength(sample, lie, cases));
                if (sample.type() == MessageType.PACKET_IN) {
                    cases.add(lengthsInPacketIn(sample));
                }
                cases.add(ofSample(sample, "version", "with each other version", culprit -> versions(sample, culprit))
                        .refusedWith(ErrorCode.BAD_VERSION));
                cases.add(ofSample(sample, "type", "with each other type", culprit -> types(sample, culprit))
                        .refusedWith(Refusals.OF_TYPES));
            }
        }
        return cases;
    }

    private static void addLength(Sample sample, Lie lie, List<ProbeCase> cases) {
        var versions = EnumSet.copyOf(sample.versions());
        versions.removeIf(version -> !isWrong(lie, sample.length(version)));
        if (!versions.isEmpty()) {
            cases.add(ofSample(
                            sample,
                            lie.name,
                            lie.what,
                            culprit -> List.of(sample.craft(culprit)
                                    .length(lie.length.applyAsInt(sample.length(culprit.version())))))
                    .in(versions)
                    .refusedWith(ErrorCode.BAD_LEN));
        }
    }

    /** The study's length of the header plus a part of the packet-in, section 4.3.1, with each such part. */
    private static ProbeCase lengthsInPacketIn(Sample sample) {
        return ofSample(
                        sample,
                        "length-9-to-17",
                        "whose headers give lengths of 9 to 17",
                        culprit -> IntStream.rangeClosed(9, 17)
                                .mapToObj(length -> sample.craft(culprit).length(length))
                                .toList())
                .refusedWith(ErrorCode.BAD_LEN);
    }

    private static boolean isWrong(Lie lie, int length) {
        int other = lie.length.applyAsInt(length);
        return other != length && (other != length - 1 || length > Header.LENGTH);
    }

    private static ProbeCase ofSample(
            Sample sample, String name, String what, Function<ProbeSwitch, List<CraftedMessage>> messages) {
        return new ProbeCase(
                        "header/%s/%s".formatted(sample, name),
                        "%s %s".formatted(sample, what),
                        sendsEachAlone(messages))
                .in(sample.versions())
                .obeyedIf(Culprits::obeysFault);
    }

    private static List<CraftedMessage> versions(Sample sample, ProbeSwitch culprit) {
        return IntStream.of(0, 1, 2, 3, 4, 5, 6, 7, 0x42, 0x7f, 0x80, 0xff)
                .filter(number -> number != culprit.version().wire())
                .mapToObj(number -> sample.craft(culprit).version(number))
                .toList();
    }

    private static List<CraftedMessage> types(Sample sample, ProbeSwitch culprit) {
        Version version = culprit.version();
        int own = sample.type().wire(version);
        return IntStream.range(0, TYPES)
                .filter(number -> number != own && isTried(version, number))
                .mapToObj(number -> sample.craft(culprit).type(number))
                .toList();
    }

    /** Tries all known types and some unknown ones. */
    private static boolean isTried(Version version, int number) {
        return MessageType.ofWire(version, number).isPresent()
                || MessageType.ofWire(version, number - 1).isPresent()
                || number == 0x7f
                || number == 0x80
                || number == TYPES - 1;
    }
}
