package net.beaconcontroller.cli.emulate;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import net.beaconcontroller.cli.support.Terminal;
import net.beaconcontroller.emulator.console.CommandOutput;
import net.beaconcontroller.emulator.console.CommandResult;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/** The output of an emulation, as text or as JSON. */
sealed interface OutputFormat extends CommandOutput {
    /**
     * Reports an event of the network.
     *
     * @param text the event for people
     * @param values the event for programs, by name
     */
    void event(String name, String text, Map<String, Object> values);

    /** Reports the result of a command. */
    void result(String line, CommandResult result);

    /** Plain text. Thread-safe, as log lines come from any thread. */
    final class Text implements OutputFormat {
        private final PrintWriter out;
        private final boolean echoesCommands;
        private final boolean isTerminal;
        /** The progress that is on the last line of the terminal. */
        private String progress = "";

        /**
         * @param echoesCommands whether to print each command before its result
         * @param isTerminal whether lines can be overwritten
         */
        Text(PrintWriter out, boolean echoesCommands, boolean isTerminal) {
            this.out = out;
            this.echoesCommands = echoesCommands;
            this.isTerminal = isTerminal;
        }

        @Override
        public synchronized void event(String name, String text, Map<String, Object> values) {
            clearProgress();
            out.println(text);
            out.flush();
        }

        @Override
        public synchronized void progress(String text) {
            if (isTerminal) {
                progress = text;
                out.print(Terminal.ERASE_LINE + text);
                out.flush();
            }
        }

        @Override
        public void result(String line, CommandResult result) {
            print(line, result, echoesCommands);
        }

        @Override
        public void sourced(String line, CommandResult result) {
            print(line, result, true);
        }

        private synchronized void print(String line, CommandResult result, boolean echo) {
            clearProgress();
            if (echo) {
                out.println("> " + line);
            }
            if (!result.text().isEmpty()) {
                out.println(result.text());
            }
            out.flush();
        }

        private void clearProgress() {
            if (!progress.isEmpty()) {
                out.print(Terminal.ERASE_LINE);
                progress = "";
            }
        }

        /**
         * Prints log lines above the progress.
         *
         * @param printer prints them while there is no progress on the terminal
         */
        synchronized void log(String lines, Consumer<String> printer) {
            if (progress.isEmpty()) {
                printer.accept(lines);
            } else {
                out.print(Terminal.ERASE_LINE + lines + progress);
                out.flush();
            }
        }
    }

    /** JSON: one object per line. */
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
        public void result(String line, CommandResult result) {
            write(json -> {
                json.writeStringProperty("command", line);
                json.writeBooleanProperty("ok", result.isOk());
                json.writeStringProperty("text", result.text());
                properties(json, result.values());
            });
        }

        @Override
        public void sourced(String line, CommandResult result) {
            result(line, result);
        }

        @Override
        public void progress(String text) {}

        /** Writes the values in the order of their names, so that equal values give equal lines. */
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
