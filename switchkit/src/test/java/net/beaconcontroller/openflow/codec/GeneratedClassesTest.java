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
import net.beaconcontroller.switchkit.random.MessageGenerator;
import org.junit.jupiter.api.Test;

/** The codec's tables are complete: decoding produces every class of the model. */
class GeneratedClassesTest {
    private static final long SEED = 20260401;
    private static final int MAX_ROUNDS = 200;

    @Test
    void theTableOfMessagesContainsAllMessageClasses() {
        assertThat(Messages.ALL.stream().<Class<?>>map(MessageLayout::messageClass))
                .containsExactlyInAnyOrderElementsOf(Model.types().stream()
                        .filter(of -> Message.class.isAssignableFrom(of) && of != Opaque.class)
                        .toList());
    }

    /** Decodes generated messages, because a class is only decoded if a table contains it. */
    @Test
    void decodingProducesEveryClassAndConstantOfTheModel() {
        var model = new HashSet<>();
        for (Class<?> of : Model.types()) {
            model.add(of);
            model.addAll(of.isEnum() ? List.of(of.getEnumConstants()) : List.of());
        }
        var decoded = new HashSet<>();
        for (int round = 0; round < MAX_ROUNDS && !decoded.containsAll(model); round++) {
            var random = new SplittableRandom(SEED + round);
            for (MessageGenerator.Form form : MessageGenerator.FORMS) {
                byte[] bytes = form.generate(random).toBytes();
                addValue(Messages.read(bytes, 0, bytes.length), decoded);
            }
        }
        assertThat(decoded).containsAll(model);
    }

    private static void addValue(Object value, Set<Object> decoded) {
        switch (value) {
            case List<?> list -> list.forEach(item -> addValue(item, decoded));
            case Enum<?> constant -> {
                decoded.add(constant);
                decoded.add(constant.getDeclaringClass());
            }
            case Record part -> {
                decoded.add(part.getClass());
                for (RecordComponent component : part.getClass().getRecordComponents()) {
                    addComponent(part, component, decoded);
                }
            }
            default -> decoded.add(value.getClass());
        }
    }

    private static void addComponent(Record part, RecordComponent component, Set<Object> decoded) {
        try {
            Object value = component.getAccessor().invoke(part);
            if (value != null) {
                addValue(value, decoded);
            }
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("record component " + component, e);
        }
    }
}
