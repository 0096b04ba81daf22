package net.beaconcontroller.labkit;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.emulator.spec.NetworkSpec.End;
import net.beaconcontroller.io.tls.TlsFiles;
import net.beaconcontroller.net.Ipv4Address;
import net.beaconcontroller.net.MacAddress;

/**
 * A network of real switches and hosts on this machine. The switches are bridges of one Open vSwitch instance with the
 * userspace datapath, which needs no kernel module. The bridges are in a network namespace, in which their controller
 * must run too, see {@link #inside}. Each host is another namespace, connected to its switch by a veth pair.
 *
 * <p>Numbers and addresses are those of a {@link NetworkSpec}. Port p of switch i is interface {@code s<i>-eth<p>}.
 *
 * <p>The names of the namespaces contain the name of the lab's temporary folder, so they are unique on the machine. All
 * other names exist inside the namespaces, even {@code ovs-netdev}, the fixed name of the userspace datapath's device.
 * Several labs, and other instances of Open vSwitch, can therefore run at the same time, and {@link #close} terminates
 * only the processes in the lab's namespaces.
 */
public final class OvsLab implements AutoCloseable {
    private static final String VSCTL = "ovs-vsctl --retry --timeout=20 ";
    private static final String DAEMON = " --detach --pidfile --log-file -vconsole:off -vsyslog:off";
    private static final Duration KILL_TIME = Duration.ofSeconds(10);
    /** The first packets may arrive before the controller has processed the connection of the switch. */
    static final int PING_TRIES = 3;

    private static final int PINGS_AT_A_TIME = 8;

    /** The behavior of switches without a controller (ovs-vsctl fail-mode). */
    public enum FailMode {
        /** Frames that match no flow are dropped. */
        SECURE,
        /** The switch forwards as a learning switch. */
        STANDALONE
    }

    private final FailMode failMode;
    private final Path folder;
    private final Shell shell;
    /** The network namespaces to remove on close. */
    private final List<String> namespaces = new ArrayList<>();
    /** The peer of each cable end. */
    private final Map<End, End> cables = new LinkedHashMap<>();

    /** The numbers of the stopped switches. */
    private final Set<Integer> stopped = new HashSet<>();

    private NetworkSpec layout;
    private String protocols;
    private String method = "tcp";
    private int controllerPort;
    /** At first the minimum that Open vSwitch accepts. */
    private int statsIntervalMillis = 5000;

    private OvsLab(NetworkSpec layout, String protocols, FailMode failMode, Path folder) {
        this.layout = layout;
        this.protocols = protocols;
        this.failMode = failMode;
        this.folder = folder;
        String path = folder.toString();
        this.shell = new Shell(Map.of("OVS_RUNDIR", path, "OVS_LOGDIR", path, "OVS_DBDIR", path));
    }

    /** Builds switches that forward nothing until {@link #connectTo} sets their controller. */
    public static OvsLab build(String topology, String protocols) {
        return build(topology, protocols, FailMode.SECURE);
    }

    /**
     * Builds a lab.
     *
     * @param topology a topology that {@link NetworkSpec#of} parses, with at most 254 hosts
     * @param protocols the OpenFlow versions of the switches as in ovs-vsctl(8), separated by commas: {@code
     *     OpenFlow10}. With spaces between them, such as {@code OpenFlow10 OpenFlow13}, switches have them in turn.
     */
    public static OvsLab build(String topology, String protocols, FailMode failMode) {
        return build(NetworkSpec.of(topology), protocols, failMode);
    }

    /** Builds a lab as {@link #build(String, String)} does. */
    public static OvsLab build(NetworkSpec layout, String protocols) {
        return build(layout, protocols, FailMode.SECURE);
    }

    private static OvsLab build(NetworkSpec layout, String protocols, FailMode failMode) {
        OvsLab lab;
        try {
            lab = new OvsLab(layout, protocols, failMode, Files.createTempDirectory("beacon-lab-"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            // Closes the lab of an aborted run. The hook is not removed, because closing a closed lab has no effect.
            Runtime.getRuntime().addShutdownHook(new Thread(lab::close, lab.name()));
            lab.build();
            return lab;
        } catch (RuntimeException e) {
            try (lab) {
                throw e;
            }
        }
    }

    /**
     * Synchronized, so that {@link #close} in an aborted run waits until all namespaces are registered. A shell runs
     * the hundreds of commands of a large lab, because each process that this JVM starts takes milliseconds.
     */
    private synchronized void build() {
        namespaces.add(name());
        shell.script(newNamespace(name()).toList());
        startDaemons();
        buildNetwork();
    }

    private void buildNetwork() {
        List<String> hosts = hosts().map(this::hostNamespace).toList();
        namespaces.addAll(hosts);
        shell.script(hosts.stream().flatMap(OvsLab::newNamespace).toList());
        shell.script(layout.links().stream()
                .flatMap(link -> newCable(link.a(), link.b()))
                .toList());
        shell.script(hosts().flatMap(this::newHost).toList());
        addSwitches();
    }

    /**
     * Replaces the network by another one, whose switches have the same datapath ids and no controller. The former
     * switches lose their connections without having reported that their ports are down.
     */
    public synchronized void rebuild(String topology) {
        configure(switches().map(" -- del-br s%d"::formatted).collect(joining()));
        List<String> hosts = hosts().map(this::hostNamespace).toList();
        hosts.forEach(this::removeNamespace);
        namespaces.removeAll(hosts);
        // Those of the hosts are removed with their namespaces, in the background.
        shell.script(cables.keySet().stream()
                .filter(end -> !isHost(end))
                .map(end -> "ip -n %s link del %s 2>/dev/null || true".formatted(name(), device(end)))
                .toList());
        cables.clear();
        layout = NetworkSpec.of(topology);
        buildNetwork();
    }

    private void addSwitches() {
        if (layout.switches().isEmpty()) {
            return;
        }
        configure(switches().map(this::newBridge).collect(joining()));
    }

    /**
     * Replaces all switches. The new ones support these protocols and have no flows and no controller. ARP caches of
     * hosts are cleared.
     */
    public void replaceSwitches(String protocols) {
        this.protocols = protocols;
        configure(switches().map(" -- del-br s%d"::formatted).collect(joining()));
        addSwitches();
        shell.script(hosts().map(host -> "ip -n %s neigh flush dev eth0".formatted(hostNamespace(host)))
                .toList());
    }

    private static Stream<String> newNamespace(String namespace) {
        return Stream.of(
                "ip netns add " + namespace,
                // IPv6 interfaces send neighbor solicitations, which would disturb the tests.
                write(namespace, "net/ipv6/conf/default/disable_ipv6", 1),
                "ip -n %s link set lo up".formatted(namespace));
    }

    /** Returns the command that sets a kernel parameter, if it exists. */
    static String write(String namespace, String parameter, int value) {
        return "ip netns exec %s sh -c 'f=/proc/sys/%s; [ ! -e $f ] || echo %d >$f'"
                .formatted(namespace, parameter, value);
    }

    private void startDaemons() {
        String here = String.join(" ", inside()) + " ";
        shell.run("ovsdb-tool create");
        shell.run(here + "ovsdb-server --remote=punix:db.sock" + DAEMON);
        shell.run(VSCTL + "--no-wait init");
        shell.run(here + "ovs-vswitchd" + DAEMON);
    }

    private Stream<String> newCable(End a, End b) {
        connect(a, b);
        return Stream.of(
                "ip -n %s link add %s type veth peer name %s netns %s"
                        .formatted(namespace(b), device(b), device(a), namespace(a)),
                setAddress(a),
                setAddress(b),
                port(a, true),
                port(b, true));
    }

    /** Returns the command that sets the address of an interface, which a port keeps when the network is rebuilt. */
    private String setAddress(End end) {
        return "ip -n %s link set %s address %s"
                .formatted(
                        namespace(end),
                        device(end),
                        isHost(end)
                                ? mac(number(end.node()))
                                : "02:00:00:00:%02x:%02x".formatted(number(end.node()), end.port()));
    }

    private void connect(End a, End b) {
        cables.put(a, b);
        cables.put(b, a);
    }

    private Stream<String> newHost(int number) {
        String host = hostNamespace(number);
        return Stream.of(
                "ip -n %s address add %s/24 dev eth0".formatted(host, address(number)),
                // A veth interface leaves the checksums of TCP and UDP to hardware that does not exist.
                "ip netns exec %s ethtool -K eth0 tx off".formatted(host),
                // Otherwise hosts send ARP requests to verify a neighbor after five seconds, which would disturb the
                // tests.
                "ip -n %s ntable change name arp_cache dev eth0 delay_probe 600000".formatted(host));
    }

    private String newBridge(int sw) {
        String bridge = " -- add-br s%d -- set bridge s%d datapath_type=netdev fail_mode=%s protocols=%s"
                        .formatted(sw, sw, failMode.name().toLowerCase(Locale.ROOT), protocols(sw))
                + " other-config:datapath-id=%016x other-config:disable-in-band=true".formatted(sw);
        return bridge + portsOf(sw).map(OvsLab::newPort).collect(joining());
    }

    private static String newPort(End port) {
        String device = device(port);
        return " -- add-port %s %s -- set interface %s ofport_request=%d"
                .formatted(port.node(), device, device, port.port());
    }

    /** Connects the switches to the controller on 127.0.0.1 {@link #inside this lab}. */
    public void connectTo(int port) {
        controllerPort = port;
        configure(switches().map(this::newController).collect(joining()));
    }

    /** Connects the switches with TLS to the controller on 127.0.0.1 {@link #inside this lab}. */
    public void connectWithTls(TlsFiles files, int port) {
        useCertificates(files);
        connectTo("ssl", port);
    }

    /** Sets the files of all switches for TLS. */
    public void useCertificates(TlsFiles files) {
        configure(" -- set-ssl %s %s %s".formatted(files.key(), files.certificate(), files.authorities()));
    }

    /** Connects the switches to the controller with a method of ovs-vsctl(8): tcp or ssl. */
    public void connectTo(String method, int port) {
        this.method = method;
        connectTo(port);
    }

    /** Lets a switch listen for controllers with a method, ptcp or pssl. */
    public void listen(int sw, String method, int port) {
        configure(" -- set-controller s%d %s:%d:127.0.0.1".formatted(sw, method, port));
    }

    /**
     * Connects the switches to several controllers on 127.0.0.1 {@link #inside this lab}. {@link #awaitConnected} does
     * not work then.
     */
    public void connectToAll(int... ports) {
        String targets =
                IntStream.of(ports).mapToObj(" tcp:127.0.0.1:%d"::formatted).collect(joining());
        configure(switches().map(sw -> " -- set-controller s" + sw + targets).collect(joining()));
    }

    private String newController(int sw) {
        return " -- set-controller s%d %s:127.0.0.1:%d".formatted(sw, method, controllerPort)
                + " -- set controller s%d max_backoff=1000 connection_mode=out-of-band".formatted(sw);
    }

    /** Runs ovs-vsctl, which prints a warning and exits successfully if ovs-vswitchd rejects a value. */
    private void configure(String changes) {
        String warning = shell.run(VSCTL + changes.stripLeading());
        if (!warning.isBlank()) {
            throw new IllegalStateException("'%s' failed: %s%n%s".formatted(VSCTL + changes, warning, warnings()));
        }
    }

    private String warnings() {
        try (Stream<String> log = Files.lines(folder.resolve("ovs-vswitchd.log"))) {
            return log.filter(line -> line.contains("|WARN|") || line.contains("|ERR|"))
                    .collect(joining(System.lineSeparator()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a socket on which a switch accepts OpenFlow connections without treating the peer as its controller. */
    public Path managementSocket(int sw) {
        return folder.resolve("s%d.mgmt".formatted(sw));
    }

    /** Runs ovs-vsctl(8) with these arguments. */
    public void vsctl(String arguments) {
        configure(arguments);
    }

    /** Waits until each switch has completed the handshake with its controller. */
    public void awaitConnected() {
        awaitConnectedAre(switches().toList());
    }

    /** Waits until all switches have lost their controller. */
    public void awaitDisconnected() {
        awaitConnectedAre(List.of());
    }

    private void awaitConnectedAre(List<Integer> expected) {
        await().untilAsserted(() ->
                assertThat(connected()).as("switches that are connected").isEqualTo(expected));
    }

    private List<Integer> connected() {
        // Open vSwitch updates the statistics in the database every five seconds, and when that interval changes.
        statsIntervalMillis++;
        shell.run(VSCTL + "set Open_vSwitch . other-config:stats-update-interval=" + statsIntervalMillis);
        String queries =
                switches().map(" -- get controller s%d is_connected"::formatted).collect(joining());
        List<String> answers = shell.run(VSCTL + queries.stripLeading()).lines().toList();
        return switches().filter(sw -> answers.get(sw - 1).equals("true")).toList();
    }

    /** Pings every host from every host, in parallel. */
    public Reach pingAll() {
        var answers = new LinkedHashMap<String, Future<Boolean>>();
        // Closing the pool waits for the answers.
        try (var pool = Executors.newFixedThreadPool(PINGS_AT_A_TIME)) {
            for (int from : hosts().toList()) {
                for (int to : hosts().filter(host -> host != from).toList()) {
                    answers.put("h%d->h%d".formatted(from, to), pool.submit(() -> ping(from, to)));
                }
            }
        }
        List<String> failed = answers.entrySet().stream()
                .filter(answer -> !answer.getValue().resultNow())
                .map(Map.Entry::getKey)
                .toList();
        return new Reach(answers.size() - failed.size(), answers.size(), failed);
    }

    /** Returns whether a host receives a reply from another. */
    public boolean ping(int from, int to) {
        return ping(from, address(to));
    }

    /** Returns whether a host receives a reply from an address. */
    public boolean ping(int from, String to) {
        String ping = "ping -n -c1 -W2 " + to;
        return Stream.generate(() -> attemptInHost(from, ping))
                .limit(PING_TRIES)
                .anyMatch(Shell.Outcome::succeeded);
    }

    /** Returns the local ports of the switches. */
    public OvsLocalPorts localPorts() {
        return new OvsLocalPorts(this, shell);
    }

    /** Runs a command in a host, for example {@code ping -c10 10.0.0.2}. Fails if the command fails. */
    public String inHost(int number, String command) {
        return shell.run("ip netns exec %s %s".formatted(hostNamespace(number), command));
    }

    /** Runs a command in a host. The command may fail. */
    public Shell.Outcome attemptInHost(int number, String command) {
        return shell.attempt("ip netns exec %s %s".formatted(hostNamespace(number), command));
    }

    /** Starts a command in a host. Closing the lab ends it. */
    public Process startInHost(int number, String command) {
        return shell.start("ip netns exec %s %s".formatted(hostNamespace(number), command));
    }

    /** Runs a command {@link #inside this lab}, which finds its Open vSwitch. The command may fail. */
    public Shell.Outcome attemptInside(String command) {
        return shell.attempt(String.join(" ", inside()) + " " + command);
    }

    /** Runs a task in a host, on a thread of its own. */
    public CompletableFuture<Void> runInHost(int number, Namespace.Task task) {
        return Namespace.run(hostNamespace(number), task);
    }

    /** Runs a task {@link #inside this lab}, on a thread of its own. */
    public CompletableFuture<Void> runInside(Namespace.Task task) {
        return Namespace.run(name(), task);
    }

    /** Opens a socket for the frames of a host's interface. */
    public PacketSocket openPacketSocket(int number) throws Exception {
        return Namespace.call(hostNamespace(number), () -> new PacketSocket(device(hostEnd(number))));
    }

    /** Returns the flows, groups and meters of the switches. */
    public OvsTables tables() {
        return new OvsTables(this, shell);
    }

    boolean isStopped(int sw) {
        return stopped.contains(sw);
    }

    /** Removes or restores the carrier of both ends of a cable. */
    public void setPort(End port, boolean up) {
        shell.run(port(port, up));
    }

    private String port(End port, boolean up) {
        return "ip -n %s link set %s %s".formatted(namespace(port), device(port), up ? "up" : "down");
    }

    /** Stops a switch as a power failure does: its connection, its flows and the carrier of its cables are lost. */
    public void stopSwitch(int sw) {
        stopped.add(sw);
        configure(" -- del-br s%d".formatted(sw));
        portsOf(sw).forEach(port -> setPort(port, false));
    }

    /** Starts a stopped switch. It connects to its former controller. */
    public void startSwitch(int sw) {
        portsOf(sw).forEach(port -> setPort(port, true));
        configure(newBridge(sw) + newController(sw));
        stopped.remove(sw);
    }

    /**
     * Moves a host to a new port of another switch. The host then announces its address by gratuitous ARP.
     *
     * @return the new port
     */
    public End moveHost(int number, int sw) {
        End from = hostPort(number);
        var to = new End("s" + sw, portsOf(sw).mapToLong(End::port).max().orElse(0) + 1);
        End host = hostEnd(number);
        setPort(host, false);
        setPort(from, false);
        configure(" -- del-port " + device(from));
        shell.run("ip -n %s link set %s name %s".formatted(name(), device(from), device(to)));
        cables.remove(from);
        connect(host, to);
        configure(newPort(to));
        setPort(to, true);
        shell.script(List.of(write(hostNamespace(number), "net/ipv4/conf/eth0/arp_notify", 1)));
        setPort(host, true);
        return to;
    }

    /** Returns the switch port of a host. */
    public End hostPort(int number) {
        return peer(hostEnd(number));
    }

    /** Returns the peer of a cable end; the port of a host is 0. */
    public End peer(End end) {
        return requireNonNull(cables.get(end), () -> end + " has no cable");
    }

    /** Returns the number of frames received by all switches. */
    public long framesIn() {
        return shell.run(List.of("ip", "netns", "exec", name(), "cat", "/proc/net/dev"))
                .lines()
                .map(String::strip)
                .filter(line -> line.matches("s\\d+-eth.*"))
                .mapToLong(line -> Long.parseLong(line.split("[: ]+", 4)[2]))
                .sum();
    }

    /** Returns an SNMP counter of a host, such as InEchos of Icmp (snmp_counter.rst of the kernel documentation). */
    public long counter(int host, String protocol, String name) {
        List<List<String>> rows = inHost(host, "cat /proc/net/snmp /proc/net/netstat")
                .lines()
                .filter(line -> line.startsWith(protocol + ":"))
                .map(line -> List.of(line.split(" ", -1)))
                .toList();
        return Long.parseLong(rows.get(1).get(rows.getFirst().indexOf(name)));
    }

    /** Returns the command prefix that runs a command in the namespace of the switches, with their loopback address. */
    public List<String> inside() {
        return List.of("ip", "netns", "exec", name());
    }

    public NetworkSpec layout() {
        return layout;
    }

    public String protocols() {
        return protocols;
    }

    String protocols(int sw) {
        String[] all = protocols.split(" ", -1);
        return all[(sw - 1) % all.length];
    }

    /** Returns the name of the lab, the namespace of the switches and the prefix of those of the hosts. */
    public String name() {
        return folder.getFileName().toString();
    }

    public Stream<Integer> switches() {
        return IntStream.rangeClosed(1, layout.switches().size()).boxed();
    }

    public Stream<Integer> hosts() {
        return IntStream.rangeClosed(1, layout.hosts().size()).boxed();
    }

    public String address(int host) {
        return Ipv4Address.toString(layout.hosts().get(host - 1).address());
    }

    public String mac(int host) {
        return MacAddress.toString(layout.hosts().get(host - 1).mac());
    }

    private static End hostEnd(int number) {
        return new End("h" + number, 0);
    }

    public static boolean isHost(End end) {
        return end.port() == 0;
    }

    private String hostNamespace(int number) {
        return namespace(hostEnd(number));
    }

    private String namespace(End end) {
        return isHost(end) ? name() + "-" + end.node() : name();
    }

    private static String device(End end) {
        return isHost(end) ? "eth0" : end.node() + "-eth" + end.port();
    }

    /** Returns the number in the name of a node. */
    public static int number(String node) {
        return Integer.parseInt(node.substring(1));
    }

    public Stream<End> portsOf(int sw) {
        return cables.keySet().stream().filter(end -> end.node().equals("s" + sw));
    }

    /** Kills all processes of the lab and removes its namespaces and interfaces. */
    @Override
    public synchronized void close() {
        while (!namespaces.isEmpty()) {
            removeNamespace(namespaces.getLast());
            namespaces.removeLast();
        }
        shell.run(List.of("rm", "-rf", folder.toString()));
    }

    /** Ends all processes of a namespace and removes it. */
    private void removeNamespace(String namespace) {
        await().atMost(KILL_TIME).until(() -> killAll(namespace) == 0);
        shell.run("ip netns del " + namespace);
    }

    /** Sends SIGKILL to all processes. Returns their number. */
    private int killAll(String namespace) {
        List<String> pids = shell.run("ip netns pids " + namespace).lines().toList();
        pids.forEach(pid -> ProcessHandle.of(Long.parseLong(pid.strip())).ifPresent(ProcessHandle::destroyForcibly));
        return pids.size();
    }
}
