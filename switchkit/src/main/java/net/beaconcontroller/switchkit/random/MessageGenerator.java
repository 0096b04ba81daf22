package net.beaconcontroller.switchkit.random;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.BundleAdd;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.message.RequestForward;

/**
 * A generator of random messages of every class that a version supports, for tests. The messages depend only on the
 * random generator; see {@link RandomFields}.
 */
public final class MessageGenerator {
    /** A message class in a version. */
    public record Form(Version version, MessageLayout<?> layout) {
        private boolean containsMessage() {
            return layout == BundleAdd.LAYOUT || layout == RequestForward.LAYOUT;
        }

        private boolean isMultipart() {
            return layout.multipart() != null;
        }

        /** Generates a message of this class with a random transaction id. */
        public Envelope generate(RandomGenerator random) {
            return generate(random, version -> nested(version, random));
        }

        private Envelope generate(RandomGenerator random, Function<Version, Envelope> messages) {
            long xid = RandomFields.number(32, random);
            int flags = isMultipart() ? (int) RandomFields.number(16, random) : 0;
            return new Envelope(
                    version, xid, RandomFields.generate(layout.body(), version, messages, random), flags, List.of());
        }

        @Override
        public String toString() {
            return layout.messageClass().getName().replaceFirst(".*\\.", "") + " of OpenFlow " + version;
        }
    }

    /** The types whose encoding in OpenFlow 1.1 is that of other versions. The bodies of other types are opaque. */
    private static final Set<MessageType> DECODED_IN_11 = EnumSet.of(
            MessageType.HELLO,
            MessageType.ERROR,
            MessageType.ECHO_REQUEST,
            MessageType.ECHO_REPLY,
            MessageType.FEATURES_REQUEST,
            MessageType.BARRIER_REQUEST,
            MessageType.BARRIER_REPLY);

    /** All forms, in an order that depends only on the code. */
    public static final List<Form> FORMS =
            Arrays.stream(Version.values()).flatMap(MessageGenerator::of).toList();

    private static final List<Form> NESTED =
            FORMS.stream().filter(form -> !form.containsMessage()).toList();

    private MessageGenerator() {}

    private static Stream<Form> of(Version version) {
        Stream<Form> forms =
                Messages.ALL.stream().filter(layout -> isIn(version, layout)).map(layout -> new Form(version, layout));
        return version == Version.OF11 ? Stream.concat(forms, opaques()) : forms;
    }

    private static boolean isIn(Version version, MessageLayout<?> layout) {
        MultipartType multipart = layout.multipart();
        return version == Version.OF11
                ? DECODED_IN_11.contains(layout.type())
                : layout.type().wire(version) >= 0 && (multipart == null || version.isAtLeast(multipart.since()));
    }

    private static Stream<Form> opaques() {
        return Arrays.stream(MessageType.values())
                .filter(type -> type.wire(Version.OF11) >= 0 && !DECODED_IN_11.contains(type))
                .map(type -> new Form(Version.OF11, MessageLayout.ofOpaque(type)));
    }

    /** Generates a message of any class and version. */
    public static Envelope any(RandomGenerator random) {
        return FORMS.get(random.nextInt(FORMS.size())).generate(random);
    }

    /** Generates a message of this class in a random version. */
    public static Envelope any(Class<? extends Message> of, RandomGenerator random) {
        List<Form> forms =
                FORMS.stream().filter(form -> form.layout.messageClass() == of).toList();
        return forms.get(random.nextInt(forms.size())).generate(random);
    }

    /** Generates a message to be nested in one of the given version; both usually have the same version. */
    public static Envelope nested(Version version, RandomGenerator random) {
        while (true) {
            Form form = NESTED.get(random.nextInt(NESTED.size()));
            if (form.version == version || random.nextInt(32) == 0) {
                return form.generate(random, _ -> {
                    throw new IllegalStateException("messages can only be nested once");
                });
            }
        }
    }
}
