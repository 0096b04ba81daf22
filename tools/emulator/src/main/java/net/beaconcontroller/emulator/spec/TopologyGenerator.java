package net.beaconcontroller.emulator.spec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A generator of a named topology.
 *
 * @param form the name and the parameters
 * @param range the valid parameters
 * @param isValid whether the parameters, as many as in the form, are in the range
 * @param generator builds the topology from valid parameters
 */
record TopologyGenerator(
        String form, String range, Predicate<int[]> isValid, BiConsumer<NetworkSpecBuilder, int[]> generator) {
    private static final List<TopologyGenerator> ALL = List.of(
            new TopologyGenerator("single,N", "N at least 1", n -> n[0] >= 1, (builder, n) -> tree(builder, 1, n[0])),
            new TopologyGenerator("linear,N", "N at least 1", n -> n[0] >= 1, (builder, n) -> line(builder, n[0])),
            new TopologyGenerator("ring,N", "N at least 3", n -> n[0] >= 3, (builder, n) -> {
                List<String> switches = line(builder, n[0]);
                builder.link(switches.getFirst(), switches.getLast());
            }),
            new TopologyGenerator(
                    "tree,DEPTH,FANOUT",
                    "DEPTH from 1 to 100 and FANOUT at least 1",
                    n -> n[0] >= 1 && n[0] <= 100 && n[1] >= 1,
                    (builder, n) -> tree(builder, n[0], n[1])),
            new TopologyGenerator(
                    "fattree,K",
                    "K even and at least 2",
                    n -> n[0] >= 2 && n[0] % 2 == 0,
                    (builder, n) -> fatTree(builder, n[0])),
            new TopologyGenerator("mesh,N", "N at least 2", n -> n[0] >= 2, (builder, n) -> mesh(builder, n[0])));

    /** The forms of all topologies. */
    static final String FORMS = ALL.stream().map(TopologyGenerator::form).collect(Collectors.joining(" "));

    private static final Pattern NUMBER = Pattern.compile("\\d{1,6}");

    static NetworkSpec parse(String text) {
        String name = text.split(",", 2)[0];
        for (TopologyGenerator topology : ALL) {
            if (topology.form.startsWith(name + ",")) {
                var builder = new NetworkSpecBuilder();
                topology.generator.accept(builder, topology.numbers(text));
                return builder.build();
            }
        }
        throw new NetworkException("unknown topology '%s'; valid topologies: %s".formatted(text, FORMS));
    }

    private int[] numbers(String text) {
        String[] words = text.split(",", -1);
        boolean areNumbers = Arrays.stream(words).skip(1).allMatch(word -> NUMBER.matcher(word)
                .matches());
        if (areNumbers && words.length == form.split(",", -1).length) {
            int[] numbers =
                    Arrays.stream(words).skip(1).mapToInt(Integer::parseInt).toArray();
            if (isValid.test(numbers)) {
                return numbers;
            }
        }
        throw new NetworkException("topology '%s': needs %s with %s".formatted(text, form, range));
    }

    /** Builds a tree of switches with hosts as leaves and returns its root. */
    private static String tree(NetworkSpecBuilder builder, int depth, int fanout) {
        String root = builder.addSwitch();
        for (int i = 0; i < fanout; i++) {
            if (depth > 1) {
                builder.link(root, tree(builder, depth - 1, fanout));
            } else {
                builder.addHost(root);
            }
        }
        return root;
    }

    /** Builds switches with one host each, all linked with each other. */
    private static void mesh(NetworkSpecBuilder builder, int size) {
        var switches = new ArrayList<String>();
        for (int i = 0; i < size; i++) {
            String sw = builder.addSwitch();
            builder.addHost(sw);
            switches.forEach(other -> builder.link(sw, other));
            switches.add(sw);
        }
    }

    /** Builds a row of switches with one host each. */
    private static List<String> line(NetworkSpecBuilder builder, int length) {
        var switches = new ArrayList<String>();
        for (int i = 0; i < length; i++) {
            String sw = builder.addSwitch();
            builder.addHost(sw);
            if (i > 0) {
                builder.link(sw, switches.getLast());
            }
            switches.add(sw);
        }
        return switches;
    }

    /**
     * Builds the fat tree of k-port switches of Al-Fares, Loukissas and Vahdat, "A Scalable, Commodity Data Center
     * Network Architecture", SIGCOMM 2008, section 2.2: k pods of k/2 edge and k/2 aggregation switches, and (k/2)²
     * core switches.
     */
    private static void fatTree(NetworkSpecBuilder builder, int k) {
        int half = k / 2;
        List<String> core = switches(builder, half * half);
        List<String> aggregation = switches(builder, k * half);
        List<String> edge = switches(builder, k * half);
        for (int host = 0; host < k * half * half; host++) {
            builder.addHost(edge.get(host / half));
        }
        for (int pod = 0; pod < k * half; pod += half) {
            for (int e = 0; e < half; e++) {
                for (int a = 0; a < half; a++) {
                    builder.link(edge.get(pod + e), aggregation.get(pod + a));
                }
            }
            for (int a = 0; a < half; a++) {
                for (int c = 0; c < half; c++) {
                    builder.link(aggregation.get(pod + a), core.get(a * half + c));
                }
            }
        }
    }

    private static List<String> switches(NetworkSpecBuilder builder, int count) {
        var names = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            names.add(builder.addSwitch());
        }
        return names;
    }
}
