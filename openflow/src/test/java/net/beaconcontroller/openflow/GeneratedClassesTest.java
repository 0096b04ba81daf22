package net.beaconcontroller.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Nothing of the model is forgotten in the tables: whatever class there is for a part of a message comes from some bytes. */
class GeneratedClassesTest {
    private static final long SEED = 20260401;
    private static final int MOST_ROUNDS = 200;

    @Test
    void theTableOfMessagesHasAllClassesOfMessages() {
        var model = new HashSet<Class<?>>();
        addLeaves(Message.class, model);
        model.remove(Opaque.class);
        var table = new HashSet<Class<?>>();
        Messages.table().forEach(entry -> table.add(entry.of()));
        assertThat(table).isEqualTo(model);
    }

    private static void addLeaves(Class<?> type, Set<Class<?>> leaves) {
        if (type.isSealed()) {
            for (Class<?> permitted : type.getPermittedSubclasses()) {
                addLeaves(permitted, leaves);
            }
        } else {
            leaves.add(type);
        }
    }

    /** What comes back when the bytes of made-up messages are read: the table has to name a class for it to be among them. */
    @Test
    void everyClassAndConstantOfTheModelIsReadFromSomeMessage() {
        var model = new HashSet<>();
        model.add(Opaque.class); // of which the type of message is no part of the model
        addModel(Message.class, model);
        model.remove(Ignored.class); // no message that is made up has bytes that mean nothing
        var seen = new HashSet<>();
        for (int round = 0; round < MOST_ROUNDS && !seen.containsAll(model); round++) {
            var random = new SplittableRandom(SEED + round);
            for (MessageGenerator.Form form : MessageGenerator.FORMS) {
                byte[] bytes = form.make(random).toBytes();
                addValue(Envelope.read(bytes, 0, bytes.length), seen);
            }
        }
        assertThat(seen).containsAll(model);
    }

    /** All records, and all constants of enums, that a value of the type can be or have. */
    private static void addModel(Type type, Set<Object> model) {
        if (type instanceof ParameterizedType generic) {
            for (Type argument : generic.getActualTypeArguments()) {
                addModel(argument, model);
            }
        }
        if (!(type instanceof Class<?> of) || of.getPackage() != Message.class.getPackage() || !model.add(of)) {
            return;
        }
        if (of.isSealed()) {
            model.remove(of);
            for (Class<?> permitted : of.getPermittedSubclasses()) {
                addModel(permitted, model);
            }
        } else if (of.isEnum()) {
            model.addAll(List.of(of.getEnumConstants()));
        } else if (of.isRecord()) {
            for (RecordComponent component : of.getRecordComponents()) {
                addModel(component.getGenericType(), model);
            }
        }
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
