package net.beaconcontroller.openflow.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import net.beaconcontroller.openflow.Generated;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.multipart.MultipartReply;
import net.beaconcontroller.switchkit.random.MessageGenerator;
import net.beaconcontroller.switchkit.random.MessageGenerator.Form;
import org.junit.jupiter.api.Test;

/** Multipart replies of several messages. */
class MultipartPartsTest {
    private static final int LIMIT = 1 << 20;

    /** The replies that consist of a list, which can be divided into parts. */
    private static final List<Form> LISTS = MessageGenerator.FORMS.stream()
            .filter(form -> MultipartReply.class.isAssignableFrom(form.layout().messageClass())
                    && isList(form.layout().messageClass()))
            .toList();

    /** A reply and its parts. */
    record Parted(Version version, Message whole, List<Envelope> parts) {}

    private static boolean isList(Class<?> of) {
        return of.getRecordComponents().length == 1 && of.getRecordComponents()[0].getType() == List.class;
    }

    private static Parted reply(RandomGenerator random) {
        Form form = LISTS.get(random.nextInt(LISTS.size()));
        var parts = new ArrayList<Envelope>();
        var items = new ArrayList<Object>();
        for (int left = random.nextInt(5); left >= 0; left--) {
            Envelope part = form.generate(random);
            items.addAll(itemsOf(part.message()));
            int others = part.flags() & ~Envelope.MORE;
            int flags = left > 0 ? others | Envelope.MORE : others;
            parts.add(new Envelope(form.version(), 7, part.message(), flags, List.of()));
        }
        return new Parted(form.version(), listOf(form.layout().messageClass(), items), parts);
    }

    private static List<?> itemsOf(Message reply) {
        try {
            return (List<?>)
                    reply.getClass().getRecordComponents()[0].getAccessor().invoke(reply);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("record of one list", e);
        }
    }

    private static Message listOf(Class<? extends Message> of, List<?> items) {
        try {
            return of.getDeclaredConstructor(List.class).newInstance(items);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("record of one list", e);
        }
    }

    @Test
    void joinsTheItemsOfAllParts() {
        Generated.forEach(2_000, random -> {
            Parted reply = reply(random);
            var joined = new MultipartParts(LIMIT);
            Optional<Message> whole = Optional.empty();
            for (Envelope part : reply.parts) {
                assertThat(whole).isEmpty();
                byte[] bytes = part.toBytes();
                whole = joined.add(bytes, 0, bytes.length);
            }
            assertThat(whole).contains(reply.whole);
        });
    }

    @Test
    void decodesPartsAtAnyIndex() {
        Generated.forEach(500, random -> {
            Parted reply = reply(random);
            var joined = new MultipartParts(LIMIT);
            Optional<Message> whole = Optional.empty();
            for (Envelope part : reply.parts) {
                byte[] bytes = part.toBytes();
                byte[] larger = new byte[bytes.length + 32];
                random.nextBytes(larger);
                int offset = random.nextInt(33);
                System.arraycopy(bytes, 0, larger, offset, bytes.length);
                whole = joined.add(larger, offset, bytes.length);
            }
            assertThat(whole).contains(reply.whole);
        });
    }
}
