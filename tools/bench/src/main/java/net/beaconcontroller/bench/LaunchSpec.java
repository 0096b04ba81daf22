package net.beaconcontroller.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * How a controller is started.
 *
 * @param command the program and its arguments
 * @param address where it will listen for switches
 * @param cpus that it may run on, as {@code taskset} takes them, such as "1" or "0-2,5"; empty for all
 * @param folder it runs in; empty for the current one
 * @param environment what it gets in addition to ours
 */
public record LaunchSpec(
        List<String> command,
        InetSocketAddress address,
        String cpus,
        Optional<Path> folder,
        Map<String, String> environment) {
    /** Beacon's command line; it starts the instrument, so it cannot be a dependency of it. */
    private static final String MAIN = "net.beaconcontroller.cli.Main";

    public LaunchSpec {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        if (command.isEmpty()) {
            throw new IllegalArgumentException("an empty command; needs a program and its arguments");
        }
    }

    /** Starts a command that then listens on this address, on any CPUs, in the current folder. */
    public LaunchSpec(List<String> command, InetSocketAddress address) {
        this(command, address, "", Optional.empty(), Map.of());
    }

    /**
     * Beacon itself, as it runs here, on a free port of this machine; with the learning switch, unless the settings say
     * otherwise.
     *
     * @param settings by key, such as "io.loops"; "apps" are the applications
     * @param jvmOptions in addition to the collector
     */
    public static LaunchSpec beacon(Map<String, String> settings, List<String> jvmOptions) throws IOException {
        InetSocketAddress address = freeAddress();
        var arguments = new ArrayList<>(List.of("run"));
        var all = new TreeMap<>(settings);
        all.putIfAbsent("apps", "learningswitch");
        all.put("controller.listen", "127.0.0.1:" + address.getPort());
        all.forEach((key, value) -> arguments.addAll(List.of("-D", key + "=" + value)));
        return new LaunchSpec(java(jvmOptions, MAIN, arguments), address);
    }

    /** The null controller, which answers every packet-in and looks nothing up, on a free port of this machine. */
    public static LaunchSpec responder() throws IOException {
        InetSocketAddress address = freeAddress();
        return new LaunchSpec(
                java(List.of(), MAIN, List.of("bench", "responder", "--port", "" + address.getPort())), address);
    }

    /** The same, on these CPUs only; empty for all. */
    public LaunchSpec on(String cpusOfTaskset) {
        return new LaunchSpec(command, address, cpusOfTaskset, folder, environment);
    }

    /** A command that runs a class of this class path on this JVM. */
    static List<String> java(List<String> jvmOptions, String mainClass, List<String> arguments) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (!choosesCollector(jvmOptions)) {
            command.add("-XX:+UseSerialGC");
        }
        command.addAll(jvmOptions);
        Optional.ofNullable(System.getProperty("beacon.home")).ifPresent(home -> command.add("-Dbeacon.home=" + home));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
        command.addAll(arguments);
        return command;
    }

    /** Java refuses two collectors. */
    private static boolean choosesCollector(List<String> jvmOptions) {
        return Stream.concat(
                        jvmOptions.stream(),
                        Stream.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS")
                                .flatMap(name -> Optional.ofNullable(System.getenv(name)).stream()))
                .anyMatch(options -> options.matches("(?s).*-XX:\\+Use\\w*GC\\b.*"));
    }

    /** An address of this machine on which nothing listens. */
    static InetSocketAddress freeAddress() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            return new InetSocketAddress(socket.getInetAddress(), socket.getLocalPort());
        }
    }
}
