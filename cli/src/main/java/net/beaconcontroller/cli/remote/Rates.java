package net.beaconcontroller.cli.remote;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.cli.remote.client.JsonObject;

/** The rates between two samples of the counters of a controller. */
final class Rates {
    private static final double NANOS = 1e9;
    private static final Map<String, String> COUNTERS = counters();

    private Rates() {}

    /** Returns the counters of a switch with the names of their rates. */
    private static Map<String, String> counters() {
        var counters = new LinkedHashMap<String, String>();
        counters.put("packetIns", "packetInsPerSecond");
        counters.put("packetOuts", "packetOutsPerSecond");
        counters.put("flowMods", "flowModsPerSecond");
        return counters;
    }

    /** Returns the rates as they are printed in JSON: those of the controller, its loops, applications and switches. */
    static Map<String, Object> between(JsonObject before, JsonObject after) {
        double nanos = Math.max(1, after.number("nanos") - before.number("nanos"));
        var rates = new LinkedHashMap<String, Object>();
        rates.put("time", after.text("time"));
        List<Map<String, Object>> switches = switches(before, after, nanos);
        rates.put("switchCount", switches.size());
        COUNTERS.values()
                .forEach(rate -> rates.put(
                        rate,
                        switches.stream()
                                .mapToDouble(sw -> (Double) sw.get(rate))
                                .sum()));
        rates.put("heapUsedBytes", (long) after.number("heapUsedBytes"));
        rates.put("loops", loops(before, after, nanos));
        rates.put("applications", applications(before, after, nanos));
        rates.put("switches", switches);
        return rates;
    }

    private static List<Map<String, Object>> loops(JsonObject before, JsonObject after, double nanos) {
        Map<String, JsonObject> earlier = byName(before, "loops", "name");
        var loops = new ArrayList<Map<String, Object>>();
        for (JsonObject loop : after.objects("loops")) {
            Map<String, Object> rates = new LinkedHashMap<>();
            rates.put("name", loop.text("name"));
            rates.put("busyShare", difference(earlier, "name", loop, "busyNanos") / nanos);
            loops.add(rates);
        }
        return loops;
    }

    private static List<Map<String, Object>> applications(JsonObject before, JsonObject after, double nanos) {
        Map<String, JsonObject> earlier = byName(before, "applications", "name");
        var applications = new ArrayList<Map<String, Object>>();
        for (JsonObject application : after.objects("applications")) {
            Map<String, Object> rates = new LinkedHashMap<>();
            rates.put("name", application.text("name"));
            rates.put("loopShare", difference(earlier, "name", application, "loopNanos") / nanos);
            rates.put("failuresPerSecond", difference(earlier, "name", application, "failures") * NANOS / nanos);
            rates.put("quarantined", application.members().get("quarantined") == Boolean.TRUE);
            applications.add(rates);
        }
        return applications;
    }

    private static List<Map<String, Object>> switches(JsonObject before, JsonObject after, double nanos) {
        Map<String, JsonObject> earlier = byName(before, "switches", "id");
        var switches = new ArrayList<Map<String, Object>>();
        for (JsonObject sw : after.objects("switches")) {
            Map<String, Object> rates = new LinkedHashMap<>();
            rates.put("id", sw.text("id"));
            rates.put("loop", sw.text("loop"));
            COUNTERS.forEach(
                    (counter, rate) -> rates.put(rate, difference(earlier, "id", sw, counter) * NANOS / nanos));
            switches.add(rates);
        }
        return switches;
    }

    private static Map<String, JsonObject> byName(JsonObject sample, String list, String name) {
        var objects = new LinkedHashMap<String, JsonObject>();
        sample.objects(list).forEach(object -> objects.put(object.text(name), object));
        return objects;
    }

    /** Returns how much a counter has grown. It begins at 0 if it is new, or its switch has connected again. */
    private static double difference(Map<String, JsonObject> earlier, String name, JsonObject now, String counter) {
        JsonObject before = earlier.get(now.text(name));
        double grown = now.number(counter) - (before == null ? 0 : before.number(counter));
        return grown < 0 ? now.number(counter) : grown;
    }
}
