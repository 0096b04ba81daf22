package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.cli.remote.client.JsonObject;
import net.beaconcontroller.console.OutputClosedException;
import net.beaconcontroller.console.Terminal;
import net.beaconcontroller.console.UsageException;
import net.beaconcontroller.openflow.notation.JsonReader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that prints the events of a running controller. */
@Command(
        name = "events",
        description = "Prints the newest events of a running controller: switches, ports, links, devices, applications,"
                + " flows that were removed, and warnings of the log.",
        footer = {
            "",
            "Examples:",
            "  beacon events --limit 20",
            "  beacon events --follow --types switch,port,link",
            "  beacon events --follow --json | jq -r 'select(.severity == \"alarm\") | .text'"
        })
public final class EventsCommand extends RemoteCommand {
    private static final int LIMIT = 100;
    private static final int LIMIT_BEFORE_FOLLOWING = 10;
    private static final int MAX_LIMIT = 10_000;
    /** The controller sends a heartbeat every 15 seconds. */
    private static final Duration SILENCE = Duration.ofSeconds(40);

    @Option(
            names = {"-f", "--follow"},
            description = "Also prints the events that follow, until Ctrl-C. If the controller is restarted, continues"
                    + " with the new one.")
    private boolean follow;

    @Option(
            names = "--types",
            split = ",",
            paramLabel = "TYPE",
            description =
                    "Prints only these types: switch, port, link, device, flow, application, log, or the name of an"
                            + " application that publishes events.")
    private List<String> types = List.of();

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            description = "The number of past events to print. Default: " + LIMIT + ", with --follow "
                    + LIMIT_BEFORE_FOLLOWING + ".")
    private @Nullable Integer limit;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (limit != null && (limit < 0 || limit > MAX_LIMIT)) {
            throw new UsageException("--limit %d: needs a number from 0 to %d".formatted(limit, MAX_LIMIT));
        }
        if (!follow) {
            return super.call();
        }
        try {
            follow(client());
        } catch (InterruptedException _) {
            // Ctrl-C in the shell
        }
        return CommandLine.ExitCode.OK;
    }

    @Override
    @Nullable
    Object request(ControllerClient client) throws IOException, InterruptedException {
        return client.get(path(LIMIT));
    }

    private String path(int defaultLimit) {
        return "events?limit=%d&types=%s"
                .formatted(limit == null ? defaultLimit : limit, ControllerClient.encode(String.join(",", types)));
    }

    @Override
    void print(@Nullable Object answer, PrintWriter out) {
        boolean inColour = isInColour();
        JsonObject.list(answer).forEach(event -> out.println(EventLine.of(event, inColour)));
    }

    private static boolean isInColour() {
        return Terminal.isInteractive() && System.getenv("NO_COLOR") == null;
    }

    private void follow(ControllerClient client) throws IOException, InterruptedException {
        String path = path(LIMIT_BEFORE_FOLLOWING) + "&follow=true";
        var reader = new EventReader(isInColour());
        while (true) {
            try {
                client.stream(path, reader.lastId, SILENCE, reader::line);
            } catch (ControllerClient.RefusedException e) {
                throw e;
            } catch (IOException e) {
                if (reader.lastId.isEmpty()) {
                    throw e;
                }
            }
            reader.disconnected();
            TimeUnit.SECONDS.sleep(1);
        }
    }

    /** Prints the events of a stream, line by line. */
    private final class EventReader {
        private final boolean inColour;
        private String lastId = "";
        private boolean connected = true;

        EventReader(boolean inColour) {
            this.inColour = inColour;
        }

        void line(String line) {
            if (!connected) {
                connected = true;
                err().println("events: connected again");
            }
            if (line.startsWith("id:")) {
                lastId = line.substring("id:".length()).strip();
            } else if (line.startsWith("data:")) {
                Object event = JsonReader.parse(line.substring("data:".length()));
                if (isJson()) {
                    printJson(event, out());
                } else {
                    out().println(EventLine.of(JsonObject.of(event), inColour));
                }
                OutputClosedException.flush(out());
            }
        }

        void disconnected() {
            if (connected) {
                connected = false;
                err().println("events: the connection to the controller has ended; waiting for the controller");
            }
        }
    }
}
