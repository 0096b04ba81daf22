package net.beaconcontroller.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import net.beaconcontroller.io.TransportType;

/**
 * The command line and environment of a controller process.
 *
 * @param command the program and its arguments
 * @param address the address on which the controller will listen; with port 0, it chooses a free port and prints, as
 *     Beacon and the null controller do, that it "listens for switches on" its address
 * @param cpus the CPU list in the syntax of taskset(1), such as "1" or "0-2,5"; empty for all
 * @param folder the working directory; empty for the current one
 * @param environment additional environment variables
 * @param tls the keys and certificates of switches, if the controller listens for TLS; empty for plain text
 */
public record LaunchSpec(
        List<String> command,
        InetSocketAddress address,
        String cpus,
        Optional<Path> folder,
        Map<String, String> environment,
        Optional<SSLContext> tls) {
    /** The main class of Beacon. Module cli depends on this module, so that its name is a string here. */
    private static final String MAIN = "net.beaconcontroller.cli.Main";

    /** Stands for the number of event loops. */
    private static final String LOOPS = "{loops}";

    static final String LOCALHOST = "127.0.0.1";

    /** The local address whose port the controller chooses. */
    private static final InetSocketAddress CHOSEN = new InetSocketAddress(InetAddress.ofLiteral(LOCALHOST), 0);

    public LaunchSpec {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        if (command.isEmpty()) {
            throw new IllegalArgumentException("an empty command; needs a program and its arguments");
        }
    }

    /** Creates a specification without CPU affinity and TLS, in the current directory. */
    public LaunchSpec(List<String> command, InetSocketAddress address) {
        this(command, address, "", Optional.empty(), Map.of(), Optional.empty());
    }

    /**
     * Returns a command that runs Beacon on a local port of its choice, by default with the learning switch,
     * and without an HTTP server.
     *
     * @param settings the settings by key, such as "io.loops"
     * @param jvmOptions additional JVM options
     * @param certificates for a Beacon that listens for TLS; empty for plain text
     */
    public static LaunchSpec beacon(
            Map<String, String> settings, List<String> jvmOptions, Optional<Certificates> certificates)
            throws IOException {
        String listen = LOCALHOST + ":0";
        var all = new TreeMap<>(settings);
        all.putIfAbsent("apps", "learningswitch");
        all.putIfAbsent("data.folder", "none");
        all.putIfAbsent("http.listen", "off");
        all.put("controller.listen", certificates.isEmpty() ? listen : "off");
        if (certificates.isPresent()) {
            all.put("controller.tls.listen", listen);
            all.putAll(certificates.get().settings());
        }
        var arguments = new ArrayList<>(List.of("run"));
        all.forEach((key, value) -> arguments.addAll(List.of("-D", key + "=" + value)));
        Optional<SSLContext> tls = certificates.isEmpty()
                ? Optional.empty()
                : Optional.of(certificates.get().switches().load());
        return new LaunchSpec(java(jvmOptions, MAIN, arguments), CHOSEN, "", Optional.empty(), Map.of(), tls);
    }

    /** Returns a command that runs the null controller on a local port of its choice. */
    public static LaunchSpec responder() {
        return ofChosenPort(java(List.of(), MAIN, List.of("bench", "responder", "--port", "0")));
    }

    /** Returns a command that listens on a local port of its choice, and prints where. */
    static LaunchSpec ofChosenPort(List<String> command) {
        return new LaunchSpec(command, CHOSEN);
    }

    /** Returns whether the command or the environment has {@code {loops}}. */
    boolean hasLoops() {
        return Stream.concat(command.stream(), environment.values().stream()).anyMatch(text -> text.contains(LOOPS));
    }

    /** Returns a copy with a number of event loops in place of each {@code {loops}}. */
    LaunchSpec withLoops(int loops) {
        String number = "" + loops;
        var variables = new HashMap<>(environment);
        variables.replaceAll((_, value) -> value.replace(LOOPS, number));
        List<String> words =
                command.stream().map(word -> word.replace(LOOPS, number)).toList();
        return new LaunchSpec(words, address, cpus, folder, variables, tls);
    }

    /** Returns a copy with this CPU list; empty for all. */
    public LaunchSpec on(String cpusOfTaskset) {
        return new LaunchSpec(command, address, cpusOfTaskset, folder, environment, tls);
    }

    /** Returns a command that runs a class of this class path on this JVM. */
    static List<String> java(List<String> jvmOptions, String mainClass, List<String> arguments) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (!choosesCollector(jvmOptions)) {
            command.add("-XX:+UseSerialGC");
        }
        command.addAll(TransportType.NATIVE_JVM_OPTIONS);
        command.addAll(jvmOptions);
        Optional.ofNullable(System.getProperty("beacon.home")).ifPresent(home -> command.add("-Dbeacon.home=" + home));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
        command.addAll(arguments);
        return command;
    }

    /** Returns whether an option selects a garbage collector. The JVM rejects two selections. */
    private static boolean choosesCollector(List<String> jvmOptions) {
        return Stream.concat(
                        jvmOptions.stream(),
                        Stream.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS")
                                .flatMap(name -> Optional.ofNullable(System.getenv(name)).stream()))
                .anyMatch(options -> options.matches("(?s).*-XX:\\+Use\\w*GC\\b.*"));
    }
}
