package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.StringJoiner;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.cli.remote.client.JsonObject;
import net.beaconcontroller.console.CommandGroup;
import net.beaconcontroller.console.Table;
import net.beaconcontroller.console.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Groups the commands for statistics. */
@Command(
        name = "stats",
        description = "Prints the statistics that the application statistics has collected.",
        subcommands = {
            StatsCommand.Ports.class,
            StatsCommand.Links.class,
            StatsCommand.Flows.class,
            StatsCommand.Tables.class,
            StatsCommand.Queues.class,
            StatsCommand.Groups.class,
            StatsCommand.Meters.class,
            StatsCommand.Collection.class
        },
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Examples:",
            "  beacon stats ports --top 10 --watch   the ports with the highest load, live",
            "  beacon stats flows --switch 1         the flows of a switch with the highest rates",
            "  beacon stats tables --json | jq 'select(.fill > 0.8)'"
        })
public final class StatsCommand extends CommandGroup {
    /** A command that prints one kind of statistics. */
    abstract static class Kind extends ListCommand {
        @Option(
                names = {"-n", "--top"},
                paramLabel = "N",
                description = "Prints only those N that have the highest load or rate.")
        private @Nullable Integer top;

        private final String resource;
        private final String order;
        private final List<Column> columns;

        /** @param order the field that {@code --top} sorts by */
        Kind(String resource, String order, Column... columns) {
            this.resource = resource;
            this.order = order;
            this.columns = List.of(columns);
        }

        @Override
        @Nullable
        Object request(ControllerClient client) throws IOException, InterruptedException {
            var parameters = new StringJoiner("&");
            if (top != null) {
                if (top < 1) {
                    throw new UsageException("--top %d: needs a number of 1 or more".formatted(top));
                }
                parameters.add("limit=%d&sort=-%s".formatted(top, order));
            }
            addTo(parameters);
            return client.get("/api/statistics/%s?%s".formatted(resource, parameters));
        }

        /** Adds further parameters of the request. */
        void addTo(StringJoiner parameters) {}

        @Override
        void print(@Nullable Object answer, PrintWriter out) {
            var table = new Table(columns.stream().map(Column::title).toArray(String[]::new));
            for (JsonObject object : JsonObject.list(answer)) {
                table.add(columns.stream()
                        .map(column -> column.cell().apply(object))
                        .toArray(String[]::new));
            }
            table.print(out);
        }
    }

    /** A command that prints one kind of statistics of all switches, or of one. */
    abstract static class SwitchKind extends Kind {
        @Option(names = "--switch", paramLabel = "ID", description = "Prints only those of this switch.")
        private @Nullable String sw;

        SwitchKind(String resource, String order, Column... columns) {
            super(resource, order, columns);
        }

        @Override
        void addTo(StringJoiner parameters) {
            if (sw != null) {
                parameters.add("switch=" + ControllerClient.encode(sw));
            }
        }
    }

    /** The command that prints the rates of ports. */
    @Command(
            name = "ports",
            description = "Prints the rates of the ports.",
            footer = {"", "Example:", "  beacon stats ports --top 10 --watch"})
    static final class Ports extends SwitchKind {
        Ports() {
            super(
                    "ports",
                    "load",
                    Column.text("SWITCH", "switch"),
                    Column.port("PORT", "port"),
                    Column.text("NAME", "name"),
                    Column.percent("LOAD", "load"),
                    Column.bits("RECEIVED", "receivedBitsPerSecond"),
                    Column.bits("SENT", "sentBitsPerSecond"),
                    Column.count("RECEIVED PACKETS/S", "receivedPacketsPerSecond"),
                    Column.count("SENT PACKETS/S", "sentPacketsPerSecond"),
                    Column.count("ERRORS/S", "errorsPerSecond"),
                    Column.count("DROPS/S", "dropsPerSecond"));
        }
    }

    /** The command that prints the rates of links. */
    @Command(
            name = "links",
            description = "Prints the rates of the links between switches, each in one direction.",
            footer = {"", "Example:", "  beacon stats links --top 10 --watch"})
    static final class Links extends Kind {
        Links() {
            super(
                    "links",
                    "bitsPerSecond",
                    new Column("FROM", link -> LinksCommand.port(link.object("from"))),
                    new Column("TO", link -> LinksCommand.port(link.object("to"))),
                    Column.percent("LOAD", "load"),
                    Column.bits("RATE", "bitsPerSecond"),
                    Column.count("PACKETS/S", "packetsPerSecond"));
        }
    }

    /** The command that prints the flows with the highest rates. */
    @Command(
            name = "flows",
            description = "Prints the flows with the highest rates.",
            footer = {"", "Example:", "  beacon stats flows --top 10"})
    static final class Flows extends SwitchKind {
        Flows() {
            super(
                    "flows",
                    "bitsPerSecond",
                    Column.text("SWITCH", "switch"),
                    Column.bits("RATE", "bitsPerSecond"),
                    Column.count("PACKETS/S", "packetsPerSecond"),
                    Column.text("FLOW", "flow"));
        }
    }

    /** The command that prints the use of flow tables. */
    @Command(
            name = "tables",
            description = "Prints the use of the flow tables that have flows.",
            footer = {"", "Example:", "  beacon stats tables --top 10"})
    static final class Tables extends SwitchKind {
        Tables() {
            super(
                    "tables",
                    "fill",
                    Column.text("SWITCH", "switch"),
                    Column.text("TABLE", "table"),
                    Column.text("NAME", "name"),
                    Column.text("FLOWS", "flows"),
                    Column.count("SIZE", "maxFlows"),
                    Column.percent("FILL", "fill"),
                    Column.count("LOOKUPS/S", "lookupsPerSecond"),
                    Column.count("MATCHED/S", "matchedPerSecond"));
        }
    }

    /** The command that prints the rates of queues. */
    @Command(
            name = "queues",
            description = "Prints the rates of the queues.",
            footer = {"", "Example:", "  beacon stats queues --switch 1"})
    static final class Queues extends SwitchKind {
        Queues() {
            super(
                    "queues",
                    "bitsPerSecond",
                    Column.text("SWITCH", "switch"),
                    Column.port("PORT", "port"),
                    Column.text("QUEUE", "queue"),
                    Column.bits("RATE", "bitsPerSecond"),
                    Column.count("PACKETS/S", "packetsPerSecond"),
                    Column.count("ERRORS/S", "errorsPerSecond"));
        }
    }

    /** The command that prints the rates of groups. */
    @Command(
            name = "groups",
            description = "Prints the rates of the groups.",
            footer = {"", "Example:", "  beacon stats groups --switch 1"})
    static final class Groups extends SwitchKind {
        Groups() {
            super(
                    "groups",
                    "bitsPerSecond",
                    Column.text("SWITCH", "switch"),
                    Column.text("GROUP", "group"),
                    Column.text("REFERENCES", "references"),
                    Column.bits("RATE", "bitsPerSecond"),
                    Column.count("PACKETS/S", "packetsPerSecond"));
        }
    }

    /** The command that prints the rates of meters. */
    @Command(
            name = "meters",
            description = "Prints the rates of the meters.",
            footer = {"", "Example:", "  beacon stats meters --switch 1"})
    static final class Meters extends SwitchKind {
        Meters() {
            super(
                    "meters",
                    "bitsPerSecond",
                    Column.text("SWITCH", "switch"),
                    Column.text("METER", "meter"),
                    Column.text("FLOWS", "references"),
                    Column.bits("RATE", "bitsPerSecond"),
                    Column.count("PACKETS/S", "packetsPerSecond"),
                    Column.count("EXCEEDING/S", "exceedingPacketsPerSecond"));
        }
    }

    /** The command that prints how the statistics are collected. */
    @Command(
            name = "collection",
            description =
                    "Prints how often each switch is read, how fast it replies, and which statistics are missing.",
            footer = {"", "Example:", "  beacon stats collection --top 10   the slowest switches"})
    static final class Collection extends SwitchKind {
        Collection() {
            super(
                    "collection",
                    "replyMillis",
                    Column.text("SWITCH", "switch"),
                    Column.quantity("INTERVAL", "intervalSeconds", "s"),
                    Column.quantity("REPLY TIME", "replyMillis", "ms"),
                    Column.text("TIMEOUTS", "timeouts"),
                    Column.text("FLOWS", "flows"),
                    Column.text("SKIPPED FLOWS", "skippedFlows"),
                    Column.text("REFUSED", "refused"));
        }
    }
}
