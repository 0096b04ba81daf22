package net.beaconcontroller.emulator.spec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The named topologies. */
enum TopologyGenerator {
    SINGLE("single,N", "N at least 1", 1) {
        @Override
        void build(NetworkSpecBuilder builder, int[] n) {
            tree(builder, 1, n[0]);
        }
    },
    LINEAR("linear,N", "N at least 1", 1) {
        @Override
        void build(NetworkSpecBuilder builder, int[] n) {
            line(builder, n[0]);
        }
    },
    RING("ring,N", "N at least 3", 3) {
        @Override
        void build(NetworkSpecBuilder builder, int[] n) {
            List<String> switches = line(builder, n[0]);
            builder.link(switches.getFirst(), switches.getLast());
        }
    },
    TREE("tree,DEPTH,FANOUT", "DEPTH from 1 to 100 and FANOUT at least 1", 1) {
        @Override
        void build(NetworkSpecBuilder builder, int[] n) {
            if (n[0] > MAX_DEPTH) {
                throw refusal("tree,%d,%d".formatted(n[0], n[1]));
            }
            tree(builder, n[0], n[1]);
        }
    },
    FATTREE("fattree,K", "K even and at least 2", 2) {
        @Override
        void build(NetworkSpecBuilder builder, int[] n) {
            if (n[0] % 2 != 0) {
                throw refusal("fattree," + n[0]);
            }
            fatTree(builder, n[0]);
        }
    },
    MESH("mesh,N", "N at least 2", 2) {
        @Override
        void build(NetworkSpecBuilder builder, int[] n) {
            var switches = new ArrayList<String>();
            for (int i = 0; i < n[0]; i++) {
                String sw = builder.addSwitch();
                builder.addHost(sw);
                switches.forEach(other -> builder.link(sw, other));
                switches.add(sw);
            }
        }
    };

    static final String ALL =
            Arrays.stream(values()).map(topology -> topology.form).collect(Collectors.joining(" "));

    private static final int MAX_DEPTH = 100;
    private static final Pattern NUMBER = Pattern.compile("\\d{1,6}");

    private final String form;
    private final String range;
    private final int minimum;

    TopologyGenerator(String form, String range, int minimum) {
        this.form = form;
        this.range = range;
        this.minimum = minimum;
    }

    /**
     * Builds the topology.
     *
     * @param n the parameters, validated against the form and {@link #minimum}
     */
    abstract void build(NetworkSpecBuilder builder, int[] n);

    static NetworkSpec parse(String text) {
        String[] words = text.split(",", -1);
        for (TopologyGenerator topology : values()) {
            if (topology.form.startsWith(words[0] + ",")) {
                var builder = new NetworkSpecBuilder();
                topology.build(builder, topology.numbers(text, words));
                return builder.build();
            }
        }
        throw new NetworkException("unknown topology '%s'; valid topologies: %s".formatted(text, ALL));
    }

    private int[] numbers(String text, String[] words) {
        if (words.length != form.split(",", -1).length) {
            throw refusal(text);
        }
        int[] numbers = new int[words.length - 1];
        for (int i = 0; i < numbers.length; i++) {
            if (!NUMBER.matcher(words[i + 1]).matches()) {
                throw refusal(text);
            }
            numbers[i] = Integer.parseInt(words[i + 1]);
            if (numbers[i] < minimum) {
                throw refusal(text);
            }
        }
        return numbers;
    }

    NetworkException refusal(String text) {
        return new NetworkException("topology '%s': needs %s with %s".formatted(text, form, range));
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
