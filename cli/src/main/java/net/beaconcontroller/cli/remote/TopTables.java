package net.beaconcontroller.cli.remote;

import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import net.beaconcontroller.cli.remote.client.JsonObject;
import net.beaconcontroller.console.Table;
import net.beaconcontroller.console.UsageException;
import net.beaconcontroller.net.Words;

/** The rates of a controller as tables for people. */
final class TopTables {
    private static final int MIB = 1 << 20;

    private TopTables() {}

    /** The orders of switches. */
    enum Order {
        PACKET_INS("packetInsPerSecond"),
        PACKET_OUTS("packetOutsPerSecond"),
        FLOW_MODS("flowModsPerSecond"),
        NAME("id");

        private final String field;

        Order(String field) {
            this.field = field;
        }

        static Order of(String text) {
            List<Order> orders = List.of(values());
            return Words.parse(text, orders)
                    .orElseThrow(
                            () -> new UsageException("--sort %s: needs one of %s".formatted(text, Words.list(orders))));
        }

        String text() {
            return Words.of(this);
        }

        private Comparator<JsonObject> comparator() {
            Comparator<JsonObject> byName = Comparator.comparing(sw -> sw.text("id"));
            return this == NAME
                    ? byName
                    : Comparator.comparingDouble((JsonObject sw) -> sw.number(field))
                            .reversed()
                            .thenComparing(byName);
        }
    }

    static void print(JsonObject rates, Order order, PrintWriter out) {
        out.printf(
                "switches %s   packet-ins/s %,.0f   packet-outs/s %,.0f   flow-mods/s %,.0f   heap %.0f MiB%n%n",
                rates.text("switchCount"),
                rates.number("packetInsPerSecond"),
                rates.number("packetOutsPerSecond"),
                rates.number("flowModsPerSecond"),
                rates.number("heapUsedBytes") / MIB);
        var loops = new Table("LOOP", "BUSY");
        rates.objects("loops").forEach(loop -> loops.add(loop.text("name"), percent(loop.number("busyShare"))));
        loops.print(out);
        out.println();
        var applications = new Table("APPLICATION", "LOOP TIME", "FAILURES/S", "");
        rates.objects("applications")
                .forEach(application -> applications.add(
                        application.text("name"),
                        percent(application.number("loopShare")),
                        "%,.0f".formatted(application.number("failuresPerSecond")),
                        application.text("quarantined").equals("true") ? "quarantined" : ""));
        applications.print(out);
        out.println();
        var switches = new Table("SWITCH", "LOOP", "PACKET-INS/S", "PACKET-OUTS/S", "FLOW-MODS/S");
        List<JsonObject> sorted =
                rates.objects("switches").stream().sorted(order.comparator()).toList();
        for (JsonObject sw : sorted) {
            switches.add(
                    sw.text("id"),
                    sw.text("loop"),
                    "%,.0f".formatted(sw.number("packetInsPerSecond")),
                    "%,.0f".formatted(sw.number("packetOutsPerSecond")),
                    "%,.0f".formatted(sw.number("flowModsPerSecond")));
        }
        switches.print(out);
    }

    private static String percent(double share) {
        return "%.1f %%".formatted(100 * share);
    }
}
