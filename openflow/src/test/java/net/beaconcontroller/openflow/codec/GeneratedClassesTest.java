package net.beaconcontroller.openflow.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import net.beaconcontroller.openflow.Model;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.message.Opaque;
import org.junit.jupiter.api.Test;

/** Nothing of the model is forgotten in the tables: whatever class there is for a part of a message comes from some bytes. */
class GeneratedClassesTest {
    private static final long SEED = 20260401;
    private static final int MOST_ROUNDS = 200;

    @Test
    void theTableOfMessagesHasAllClassesOfMessages() {
        assertThat(Messages.ALL.stream().<Class<?>>map(MessageLayout::messageClass))
                .containsExactlyInAnyOrderElementsOf(Model.types().stream()
                        .filter(of -> Message.class.isAssignableFrom(of) && of != Opaque.class)
                        .toList());
    }

    /** What comes back when the bytes of made-up messages are read: the table has to name a class for it to be among them. */
    @Test
    void everyClassAndConstantOfTheModelIsReadFromSomeMessage() {
        var model = new HashSet<>();
        for (Class<?> of : Model.types()) {
            model.add(of);
            model.addAll(of.isEnum() ? List.of(of.getEnumConstants()) : List.of());
        }
        var seen = new HashSet<>();
        for (int round = 0; round < MOST_ROUNDS && !seen.containsAll(model); round++) {
            var random = new SplittableRandom(SEED + round);
            for (MessageGenerator.Form form : MessageGenerator.FORMS) {
                byte[] bytes = form.make(random).toBytes();
                addValue(Messages.read(bytes, 0, bytes.length), seen);
            }
        }
        assertThat(seen).containsAll(model);
    }

    private static void addValue(Object value, Set<Object> seen) {
        switch (value) {
            case List<?> list -> list.forEach(item -> addValue(item, seen));
            case Enum<?> constant -> {
                seen.add(constant);
                seen.add(constant.getDeclaringClass());
            }
            case Record part -> {
                seen.add(part.getClass());
                for (RecordComponent component : part.getClass().getRecordComponents()) {
                    addComponent(part, component, seen);
                }
            }
            default -> seen.add(value.getClass());
        }
    }

    private static void addComponent(Record part, RecordComponent component, Set<Object> seen) {
        try {
            Object value = component.getAccessor().invoke(part);
            if (value != null) {
                addValue(value, seen);
            }
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("a record without its component", e);
        }
    }
}
