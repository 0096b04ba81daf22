package net.beaconcontroller.cli.emulate;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import net.beaconcontroller.cli.Terminal;
import net.beaconcontroller.emulator.console.CommandInterpreter;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/** How it is told what becomes of a network. */
sealed interface OutputFormat {
    /** Something has happened, with its numbers and texts by name. */
    void event(String name, String text, Map<String, Object> values);

    /** A line was done. */
    void answer(String line, CommandInterpreter.Answer answer);

    /** How far that is what goes on. */
    void progress(String text);

    /** Asks a person for a line. */
    void prompt();

    /**
     * For people.
     *
     * @param echoes whether lines are told, as nobody typed them
     * @param erase what makes a line empty again, {@link Terminal#ERASE_LINE}; none if lines cannot be written over
     */
    record Text(PrintWriter out, boolean echoes, Optional<String> erase) implements OutputFormat {
        @Override
        public void event(String name, String text, Map<String, Object> values) {
            out.println(text);
            out.flush();
        }

        @Override
        public void progress(String text) {
            erase.ifPresent(sequence -> {
                out.print(sequence + text);
                out.flush();
            });
        }

        @Override
        public void answer(String line, CommandInterpreter.Answer answer) {
            erase.ifPresent(out::print);
            if (echoes) {
                out.println("> " + line);
            }
            if (!answer.text().isEmpty()) {
                out.println(answer.text());
            }
            out.flush();
        }

        @Override
        public void prompt() {
            out.print("> ");
            out.flush();
        }
    }

    /** For programs: an object a line. */
    final class Json implements OutputFormat {
        private final PrintWriter out;
        private final JsonFactory factory =
                JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

        Json(PrintWriter out) {
            this.out = out;
        }

        @Override
        public void event(String name, String text, Map<String, Object> values) {
            write(json -> {
                json.writeStringProperty("event", name);
                properties(json, values);
            });
        }

        @Override
        public void answer(String line, CommandInterpreter.Answer answer) {
            write(json -> {
                json.writeStringProperty("command", line);
                json.writeBooleanProperty("ok", answer.ok());
                json.writeStringProperty("text", answer.text());
                properties(json, answer.values());
            });
        }

        @Override
        public void progress(String text) {}

        @Override
        public void prompt() {}

        /** In the order of their names, so that the same is written alike. */
        private static void properties(JsonGenerator json, Map<String, Object> values) {
            new TreeMap<>(values).forEach((key, value) -> {
                json.writeName(key);
                value(json, value);
            });
        }

        private static void value(JsonGenerator json, Object value) {
            switch (value) {
                case List<?> items -> {
                    json.writeStartArray();
                    items.forEach(item -> json.writeString(item.toString()));
                    json.writeEndArray();
                }
                case Number number -> json.writeNumber(number.longValue());
                default -> json.writeString(value.toString());
            }
        }

        private void write(Consumer<JsonGenerator> properties) {
            var line = new StringWriter();
            try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), line)) {
                json.writeStartObject();
                properties.accept(json);
                json.writeEndObject();
            }
            out.println(line);
            out.flush();
        }
    }
}
