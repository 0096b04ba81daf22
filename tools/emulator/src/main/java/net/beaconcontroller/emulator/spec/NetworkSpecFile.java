package net.beaconcontroller.emulator.spec;

import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import net.beaconcontroller.net.Ipv4Address;
import net.beaconcontroller.net.MacAddress;
import org.jspecify.annotations.Nullable;

/**
 * A parser of network files with lines such as {@code switch s1}, {@code host h1 s1 ip=10.0.0.1} and {@code link s1
 * s2 latency=2ms loss=0.1%}. A switch needs no line if another line names it. A # begins a comment.
 *
 * <p>The format is lines of text and not HOCON: a network is a list of links, which needs no nesting, and an error is
 * best located by its line number.
 */
final class NetworkSpecFile {
    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,9})?)%");
    private static final Pattern VLAN = Pattern.compile("\\d{1,4}");
    private static final int MAX_VLAN = 4094;
    private static final int MAX_POOL = 1 << 16;

    private static final String SWITCH = "switch s1";
    private static final String HOST =
            "host h1 s1 [mac=00:00:00:00:00:01] [ip=10.0.0.1|dhcp] [vlan=1] [leases=10.0.1.1-10.0.1.9] [port=LOCAL]";
    private static final String LINK = "link s1 s2 [latency=2ms] [loss=0.1%]";
    private static final Set<String> LINK_OPTIONS = Set.of("latency", "loss");
    private static final Set<String> HOST_OPTIONS = Set.of("latency", "loss", "mac", "ip", "vlan", "leases", "port");

    private final NetworkSpecBuilder builder = new NetworkSpecBuilder();

    private NetworkSpecFile() {}

    static NetworkSpec read(Path file) throws IOException {
        var parser = new NetworkSpecFile();
        int number = 0;
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                parser.line(line.replaceFirst("#.*", "").strip());
            }
        } catch (NetworkException e) {
            throw new NetworkException("%s:%d: %s".formatted(file, number, e.getMessage()));
        }
        try {
            return parser.builder.build();
        } catch (NetworkException e) {
            throw new NetworkException("%s: %s".formatted(file, e.getMessage()));
        }
    }

    private void line(String line) {
        if (line.isEmpty()) {
            return;
        }
        List<String> words = Arrays.asList(SPACE.split(line));
        switch (words.getFirst()) {
            case "switch" -> {
                options(words, 1, Set.of(), SWITCH);
                if (!builder.has(words.get(1))) {
                    builder.addSwitch(words.get(1));
                }
            }
            case "host" -> {
                var options = options(words, 2, HOST_OPTIONS, HOST);
                host(words.get(1), words.get(2), options);
            }
            case "link" -> {
                var options = options(words, 2, LINK_OPTIONS, LINK);
                link(words.get(1), words.get(2), options);
            }
            default ->
                throw new NetworkException("'%s' is not a valid line; needs '%s', '%s' or '%s'"
                        .formatted(words.getFirst(), SWITCH, HOST, LINK));
        }
    }

    private void host(String name, String switchName, Map<String, String> options) {
        NetworkSpec.Host host = NetworkSpecBuilder.numbered(name);
        for (var option : options.entrySet()) {
            String value = option.getValue();
            host = switch (option.getKey()) {
                case "mac" -> host.withMac(parse(value, MacAddress::parse).value());
                case "ip" -> host.withAddress(value.equals("dhcp") ? NetworkSpec.Host.BY_DHCP : ipv4(value));
                case "vlan" -> host.withVlan(vlan(value));
                case "leases" -> host.withLeases(pool(value));
                // An option of the host's link.
                default -> host;
            };
        }
        builder.addHost(host);
        if (isLocal(options.get("port"))) {
            mention(switchName);
            builder.linkLocal(name, switchName, latency(options.get("latency")), loss(options.get("loss")));
        } else {
            link(name, switchName, options);
        }
    }

    private static boolean isLocal(@Nullable String port) {
        if (port != null && !port.equals("LOCAL")) {
            throw new NetworkException("port '%s': needs LOCAL; other ports are numbered in order".formatted(port));
        }
        return port != null;
    }

    private void link(String a, String b, Map<String, String> options) {
        mention(a);
        mention(b);
        builder.link(a, b, latency(options.get("latency")), loss(options.get("loss")));
    }

    private void mention(String node) {
        if (!builder.has(node) && NetworkSpecBuilder.isSwitchName(node)) {
            builder.addSwitch(node);
        }
    }

    /** Returns the options after a number of names. */
    private static Map<String, String> options(List<String> words, int names, Set<String> known, String form) {
        if (words.size() <= names || words.subList(1, names + 1).stream().anyMatch(word -> word.contains("="))) {
            throw new NetworkException("'%s' is incomplete; needs %s".formatted(String.join(" ", words), form));
        }
        var options = new LinkedHashMap<String, String>();
        for (String word : words.subList(names + 1, words.size())) {
            String[] pair = word.split("=", 2);
            if (pair.length < 2 || !known.contains(pair[0])) {
                throw new NetworkException("'%s' is not a valid option; needs %s".formatted(word, form));
            }
            if (options.put(pair[0], pair[1]) != null) {
                throw new NetworkException("option '%s' is repeated; needs it once".formatted(pair[0]));
            }
        }
        return options;
    }

    private static Duration latency(@Nullable String text) {
        return text == null ? Duration.ZERO : Durations.parse(text);
    }

    private static double loss(@Nullable String text) {
        if (text == null) {
            return 0;
        }
        var matcher = PERCENT.matcher(text);
        if (!matcher.matches()) {
            throw new NetworkException("loss '%s': needs 0%% to 100%%, such as 0.1%%".formatted(text));
        }
        return new BigDecimal(matcher.group(1))
                .divide(BigDecimal.valueOf(100), MathContext.DECIMAL64)
                .doubleValue();
    }

    private static int vlan(String text) {
        int vlan = VLAN.matcher(text).matches() ? Integer.parseInt(text) : 0;
        if (vlan < 1 || vlan > MAX_VLAN) {
            throw new NetworkException("vlan '%s': needs 1 to %d".formatted(text, MAX_VLAN));
        }
        return vlan;
    }

    private static long ipv4(String text) {
        return parse(text, Ipv4Address::parse).value();
    }

    private static <T> T parse(String text, Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw new NetworkException(String.valueOf(e.getMessage()));
        }
    }

    private static NetworkSpec.Pool pool(String text) {
        String[] ends = text.split("-", -1);
        if (ends.length == 2) {
            var pool = new NetworkSpec.Pool(ipv4(ends[0]), ipv4(ends[1]));
            if (pool.size() > 0 && pool.size() <= MAX_POOL) {
                return pool;
            }
        }
        throw new NetworkException(
                "leases '%s': needs a first and a last address, such as 10.0.1.1-10.0.1.9, and at most %,d"
                        .formatted(text, MAX_POOL));
    }
}
