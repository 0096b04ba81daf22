package net.beaconcontroller.openflow.codec;

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
import net.beaconcontroller.openflow.message.BundleAdd;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.message.RequestForward;
import net.beaconcontroller.openflow.wire.RandomFields;

/** Makes messages up, of every class that a version has: see {@link RandomFields}. */
final class MessageGenerator {
    /** A class of messages in a version. */
    record Form(Version version, MessageLayout<?> layout) {
        private boolean hasMessageWithin() {
            return layout == BundleAdd.LAYOUT || layout == RequestForward.LAYOUT;
        }

        private boolean isMultipart() {
            return layout.multipart() != null;
        }

        Envelope make(RandomGenerator random) {
            return make(random, version -> within(version, random));
        }

        private Envelope make(RandomGenerator random, Function<Version, Envelope> messages) {
            long xid = RandomFields.number(32, random);
            int flags = isMultipart() ? (int) RandomFields.number(16, random) : 0;
            return new Envelope(
                    version, xid, RandomFields.make(layout.body(), version, messages, random), flags, List.of());
        }

        @Override
        public String toString() {
            return layout.messageClass().getName().replaceFirst(".*\\.", "") + " of OpenFlow " + version;
        }
    }

    /** What OpenFlow 1.1 has like the others; the rest of it is kept as bytes. */
    private static final Set<MessageType> SAME_IN_11 = EnumSet.of(
            MessageType.HELLO,
            MessageType.ERROR,
            MessageType.ECHO_REQUEST,
            MessageType.ECHO_REPLY,
            MessageType.FEATURES_REQUEST,
            MessageType.BARRIER_REQUEST,
            MessageType.BARRIER_REPLY);

    /** All that there is to be made, always in the same order. */
    static final List<Form> FORMS =
            Arrays.stream(Version.values()).flatMap(MessageGenerator::of).toList();

    private static final List<Form> WITHIN =
            FORMS.stream().filter(form -> !form.hasMessageWithin()).toList();

    private MessageGenerator() {}

    private static Stream<Form> of(Version version) {
        Stream<Form> forms =
                Messages.ALL.stream().filter(layout -> isIn(version, layout)).map(layout -> new Form(version, layout));
        return version == Version.OF11 ? Stream.concat(forms, opaques()) : forms;
    }

    private static boolean isIn(Version version, MessageLayout<?> layout) {
        MultipartType multipart = layout.multipart();
        return version == Version.OF11
                ? SAME_IN_11.contains(layout.type())
                : layout.type().wire(version) >= 0 && (multipart == null || version.isAtLeast(multipart.since()));
    }

    private static Stream<Form> opaques() {
        return Arrays.stream(MessageType.values())
                .filter(type -> type.wire(Version.OF11) >= 0 && !SAME_IN_11.contains(type))
                .map(type -> new Form(Version.OF11, MessageLayout.ofOpaque(type)));
    }

    static Envelope any(RandomGenerator random) {
        return FORMS.get(random.nextInt(FORMS.size())).make(random);
    }

    /** Any of this class. */
    static Envelope any(Class<? extends Message> of, RandomGenerator random) {
        List<Form> forms =
                FORMS.stream().filter(form -> form.layout.messageClass() == of).toList();
        return forms.get(random.nextInt(forms.size())).make(random);
    }

    /** One to be within a message of the version: of the same version as a rule. */
    static Envelope within(Version version, RandomGenerator random) {
        while (true) {
            Form form = WITHIN.get(random.nextInt(WITHIN.size()));
            if (form.version == version || random.nextInt(32) == 0) {
                return form.make(random, _ -> {
                    throw new IllegalStateException("a message within a message within a message");
                });
            }
        }
    }
}
