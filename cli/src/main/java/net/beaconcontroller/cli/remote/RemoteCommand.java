package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.cli.remote.client.RemoteOptions;
import net.beaconcontroller.console.JsonLine;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that sends a request and prints the answer: as it is with {@code --json}, else for people. */
public abstract class RemoteCommand implements Callable<Integer> {
    @Mixin
    private RemoteOptions remote;

    @Option(names = "--json", description = "Prints JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    /** Sends the request and returns the JSON of the answer. */
    abstract @Nullable Object request(ControllerClient client) throws IOException, InterruptedException;

    /** Prints the answer for people. */
    abstract void print(@Nullable Object answer, PrintWriter out);

    /** Returns the exit code for an answer; prints the failures if it is not 0. */
    int exitCode(@Nullable Object answer) {
        return 0;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Object answer = request(client());
        PrintWriter out = out();
        if (json) {
            printJson(answer, out);
        } else {
            print(answer, out);
        }
        return exitCode(answer);
    }

    ControllerClient client() throws IOException {
        return remote.client();
    }

    boolean isJson() {
        return json;
    }

    PrintWriter err() {
        return spec.commandLine().getErr();
    }

    PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Prints a named value of an object, unless it is empty. */
    static void printLine(String name, String value, PrintWriter out) {
        if (!value.isEmpty()) {
            out.printf("%-10s %s%n", name, value);
        }
    }

    /** Prints an array as one object per line, which suits line-oriented tools. */
    static void printJson(@Nullable Object answer, PrintWriter out) {
        switch (answer) {
            case null -> {}
            case List<?> list -> list.forEach(element -> printJson(element, out));
            case Map<?, ?> map -> {
                @SuppressWarnings("unchecked")
                var members = (Map<String, @Nullable Object>) map;
                out.println(JsonLine.of(members));
            }
            default -> out.println(answer);
        }
    }
}
