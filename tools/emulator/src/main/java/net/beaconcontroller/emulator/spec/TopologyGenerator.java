package net.beaconcontroller.emulator.spec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The topologies that have names. */
enum TopologyGenerator {
    SINGLE("single,N", "N from 1 on", 1) {
        @Override
        void build(NetworkSpecBuilder layout, int[] n) {
            tree(layout, 1, n[0]);
        }
    },
    LINEAR("linear,N", "N from 1 on", 1) {
        @Override
        void build(NetworkSpecBuilder layout, int[] n) {
            line(layout, n[0]);
        }
    },
    RING("ring,N", "N from 3 on", 3) {
        @Override
        void build(NetworkSpecBuilder layout, int[] n) {
            List<String> switches = line(layout, n[0]);
            layout.link(switches.getFirst(), switches.getLast());
        }
    },
    TREE("tree,DEPTH,FANOUT", "DEPTH from 1 to 100 and FANOUT from 1 on", 1) {
        @Override
        void build(NetworkSpecBuilder layout, int[] n) {
            if (n[0] > MAX_DEPTH) {
                throw refusal("tree,%d,%d".formatted(n[0], n[1]));
            }
            tree(layout, n[0], n[1]);
        }
    },
    FATTREE("fattree,K", "K even, from 2 on", 2) {
        @Override
        void build(NetworkSpecBuilder layout, int[] n) {
            if (n[0] % 2 != 0) {
                throw refusal("fattree," + n[0]);
            }
            fatTree(layout, n[0]);
        }
    },
    MESH("mesh,N", "N from 2 on", 2) {
        @Override
        void build(NetworkSpecBuilder layout, int[] n) {
            var switches = new ArrayList<String>();
            for (int i = 0; i < n[0]; i++) {
                String sw = layout.addSwitch();
                layout.addHost(sw);
                switches.forEach(other -> layout.link(sw, other));
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
    private final int least;

    TopologyGenerator(String form, String range, int least) {
        this.form = form;
        this.range = range;
        this.least = least;
    }

    /** Makes the network of these numbers, as many as the form has and none smaller than {@link #least}. */
    abstract void build(NetworkSpecBuilder layout, int[] n);

    static NetworkSpec layout(String text) {
        String[] words = text.split(",", -1);
        for (TopologyGenerator topology : values()) {
            if (topology.form.startsWith(words[0] + ",")) {
                var layout = new NetworkSpecBuilder();
                topology.build(layout, topology.numbers(text, words));
                return layout.build();
            }
        }
        throw new NetworkException("there is no topology '%s'; there are %s".formatted(text, ALL));
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
            if (numbers[i] < least) {
                throw refusal(text);
            }
        }
        return numbers;
    }

    NetworkException refusal(String text) {
        return new NetworkException("topology '%s': needs %s with %s".formatted(text, form, range));
    }

    /** A tree of switches with hosts as leaves; returns its root. */
    private static String tree(NetworkSpecBuilder layout, int depth, int fanout) {
        String root = layout.addSwitch();
        for (int i = 0; i < fanout; i++) {
            if (depth > 1) {
                layout.link(root, tree(layout, depth - 1, fanout));
            } else {
                layout.addHost(root);
            }
        }
        return root;
    }

    /** Switches in a row, with a host on each. */
    private static List<String> line(NetworkSpecBuilder layout, int length) {
        var switches = new ArrayList<String>();
        for (int i = 0; i < length; i++) {
            String sw = layout.addSwitch();
            layout.addHost(sw);
            if (i > 0) {
                layout.link(sw, switches.getLast());
            }
            switches.add(sw);
        }
        return switches;
    }

    /**
     * The fat tree of k-port switches by Al-Fares, Loukissas and Vahdat, "A Scalable, Commodity Data Center Network
     * Architecture", SIGCOMM 2008, section 2.2: k pods of k/2 edge and k/2 aggregation switches, and (k/2)² core switches.
     */
    private static void fatTree(NetworkSpecBuilder layout, int k) {
        int half = k / 2;
        List<String> core = switches(layout, half * half);
        List<String> aggregation = switches(layout, k * half);
        List<String> edge = switches(layout, k * half);
        for (int host = 0; host < k * half * half; host++) {
            layout.addHost(edge.get(host / half));
        }
        for (int pod = 0; pod < k * half; pod += half) {
            for (int e = 0; e < half; e++) {
                for (int a = 0; a < half; a++) {
                    layout.link(edge.get(pod + e), aggregation.get(pod + a));
                }
            }
            for (int a = 0; a < half; a++) {
                for (int c = 0; c < half; c++) {
                    layout.link(aggregation.get(pod + a), core.get(a * half + c));
                }
            }
        }
    }

    private static List<String> switches(NetworkSpecBuilder layout, int count) {
        var names = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            names.add(layout.addSwitch());
        }
        return names;
    }
}
