package net.beaconcontroller.emulator.command;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import net.beaconcontroller.console.JsonLine;
import net.beaconcontroller.console.Terminal;
import net.beaconcontroller.emulator.console.CommandOutput;
import net.beaconcontroller.emulator.console.CommandResult;

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
         * @param printer prints them while the terminal shows no progress
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

        Json(PrintWriter out) {
            this.out = out;
        }

        @Override
        public void event(String name, String text, Map<String, Object> values) {
            print(Map.of("event", name), values);
        }

        @Override
        public void result(String line, CommandResult result) {
            var command = new LinkedHashMap<String, Object>();
            command.put("command", line);
            command.put("ok", result.isOk());
            command.put("text", result.text());
            print(command, result.values());
        }

        @Override
        public void sourced(String line, CommandResult result) {
            result(line, result);
        }

        @Override
        public void progress(String text) {}

        /** Prints the values in the order of their names, so that equal values give equal lines. */
        private void print(Map<String, Object> first, Map<String, Object> values) {
            var object = new LinkedHashMap<>(first);
            object.putAll(new TreeMap<>(values));
            out.println(JsonLine.of(object));
            out.flush();
        }
    }
}
