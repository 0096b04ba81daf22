package net.beaconcontroller.probe.robustness.catalogue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.openflow.wire.FieldLocation;
import net.beaconcontroller.probe.CraftedMessage;
import net.beaconcontroller.probe.ProbeSwitch;
import net.beaconcontroller.probe.robustness.ProbeCase;
import net.beaconcontroller.switchkit.random.MessageGenerator;

/**
 * A correct message of one type, which cases change. It is always the same in a version, apart from its transaction id
 * and, in a packet-in, the frame and the buffer id.
 */
final class Sample {
    /** Of as many random messages, the one with the most different fields is the sample. */
    private static final int CANDIDATES = 40;

    private static final int MAX_LENGTH = 1200;
    private static final int PORT = 3;

    private static final Map<String, Sample> OF_SWITCHES = all(false);
    private static final Map<String, Sample> OF_CONTROLLERS = all(true);

    private final String name;
    private final MessageType type;
    private final Map<Version, Message> messages = new EnumMap<>(Version.class);
    private final Map<Version, List<FieldLocation>> fields = new EnumMap<>(Version.class);

    private Sample(String name, MessageType type) {
        this.name = name;
        this.type = type;
    }

    /** Returns the samples of all messages that a switch may send. */
    static List<Sample> ofSwitches() {
        return List.copyOf(OF_SWITCHES.values());
    }

    /** Returns the samples of all messages that only a controller may send. */
    static List<Sample> ofControllers() {
        return List.copyOf(OF_CONTROLLERS.values());
    }

    /** Returns the sample with this name, such as {@code packet-in}. */
    static Sample of(String name) {
        Sample sample = OF_SWITCHES.get(name);
        if (sample == null) {
            throw new IllegalArgumentException("no sample %s; needs one of %s".formatted(name, OF_SWITCHES.keySet()));
        }
        return sample;
    }

    private static Map<String, Sample> all(boolean fromController) {
        var samples = new LinkedHashMap<String, Sample>();
        for (MessageGenerator.Form form : MessageGenerator.FORMS) {
            MessageType type = form.layout().type();
            if (ProbeCase.ALL_VERSIONS.contains(form.version()) && type.isFromController() == fromController) {
                samples.computeIfAbsent(nameOf(form), name -> new Sample(name, type))
                        .add(form);
            }
        }
        return samples;
    }

    private static String nameOf(MessageGenerator.Form form) {
        String type = form.layout().type().name();
        String name = form.layout().multipart() == null
                ? type
                : type.replaceFirst(".*_", "") + "_" + form.layout().multipart().name();
        return name.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private void add(MessageGenerator.Form form) {
        Envelope richest = IntStream.range(0, CANDIDATES)
                .mapToObj(seed -> form.generate(new SplittableRandom(seed)))
                .filter(message -> message.toBytes().length <= MAX_LENGTH)
                .max(Comparator.comparingLong(Sample::differentFields))
                .orElseThrow();
        Message message = adapted(richest.message());
        messages.put(form.version(), message);
        fields.put(form.version(), Envelope.of(form.version(), 0, message).locations());
    }

    private static long differentFields(Envelope message) {
        return message.locations().stream().map(FieldLocation::name).distinct().count();
    }

    /** Returns the message as it fits a switch of a few ports. */
    private static Message adapted(Message message) {
        return switch (message) {
            case PortStatus status ->
                new PortStatus(
                        PortStatus.Reason.MODIFY,
                        new Port(
                                PORT,
                                0x0200_0000_0003L,
                                "eth3",
                                0,
                                0,
                                status.port().properties()));
            case PacketIn _ -> PacketIn.of(PORT, 0, Culprits.anyFrame());
            default -> message;
        };
    }

    /** Returns the name of the type in lower case with hyphens; of a multipart message, also its multipart type. */
    String name() {
        return name;
    }

    MessageType type() {
        return type;
    }

    /** Returns the versions that have this message. */
    Set<Version> versions() {
        return messages.keySet();
    }

    /** Returns the versions in which the message has fields of one of these kinds after its header. */
    Set<Version> versionsWith(Set<FieldLocation.Kind> kinds) {
        var versions = EnumSet.noneOf(Version.class);
        fields.forEach((version, _) -> {
            if (!fields(version, kinds).isEmpty()) {
                versions.add(version);
            }
        });
        return versions;
    }

    /** Returns the fields of these kinds after the header. */
    List<FieldLocation> fields(Version version, Set<FieldLocation.Kind> kinds) {
        return fields.getOrDefault(version, List.of()).stream()
                .filter(field -> field.offset() >= 8 && kinds.contains(kindOf(field)))
                .toList();
    }

    /** The length of the packet is a length, although it may be greater than that of the data. */
    private static FieldLocation.Kind kindOf(FieldLocation field) {
        return field.name().equals("total_len") ? FieldLocation.Kind.LENGTH : field.kind();
    }

    /** Returns the length of the message. */
    int length(Version version) {
        List<FieldLocation> all = fields.getOrDefault(version, List.of());
        return all.getLast().offset() + all.getLast().size();
    }

    /** Returns the message with a new transaction id. */
    CraftedMessage craft(ProbeSwitch culprit) {
        if (type == MessageType.PACKET_IN) {
            return Culprits.packetIn(culprit);
        }
        Message message = messages.get(culprit.version());
        if (message == null) {
            throw new IllegalArgumentException("OpenFlow %s has no %s".formatted(culprit.version(), name));
        }
        return culprit.craft(message);
    }

    /** Returns as many of the message, each with another transaction id. */
    List<CraftedMessage> craft(ProbeSwitch culprit, int count) {
        var copies = new ArrayList<CraftedMessage>();
        for (int i = 0; i < count; i++) {
            copies.add(craft(culprit));
        }
        return copies;
    }

    @Override
    public String toString() {
        return name;
    }
}
