package net.beaconcontroller.emulator.datapath;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An instance of Open vSwitch with a dummy datapath and dummy ports, as in its test suite, which needs no privileges
 * and no network. The daemons end with this process.
 */
final class OpenVSwitch {
    private static final List<String> TOOLS = List.of("ovs-vsctl", "ovs-vswitchd", "ovsdb-server", "ovsdb-tool");
    private static @Nullable OpenVSwitch running;

    private final Path folder;

    private OpenVSwitch(Path folder) {
        this.folder = folder;
    }

    /** Returns the required programs that are not installed. */
    static List<String> missing() {
        return TOOLS.stream()
                .filter(tool -> Stream.of(
                                System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                        .noneMatch(place -> Files.isExecutable(Path.of(place, tool))))
                .toList();
    }

    /** Returns the instance of this process, and starts it on the first call. */
    static synchronized OpenVSwitch running() throws IOException {
        if (running == null) {
            var started = new OpenVSwitch(Files.createTempDirectory("beacon-ovs-"));
            Runtime.getRuntime().addShutdownHook(new Thread(started::stop, "open-vswitch"));
            started.run("ovsdb-tool create");
            started.run("ovsdb-server --remote=punix:db.sock --detach --pidfile -vconsole:off -vsyslog:off");
            started.configure("--no-wait init");
            started.run(
                    "ovs-vswitchd --enable-dummy=override --disable-system --detach --pidfile --unixctl=vswitchd.ctl"
                            + " -vconsole:off -vsyslog:off --log-file");
            running = started;
        }
        return running;
    }

    /** Returns the folder of its files. */
    Path folder() {
        return folder;
    }

    /** Changes the configuration with the arguments of ovs-vsctl and waits until the change is in effect. */
    void configure(String changes) throws IOException {
        // A connection made beside others can fail at once (EPROTO), so it is retried.
        run("ovs-vsctl --retry --timeout=20 " + changes);
    }

    private void run(String line) throws IOException {
        var builder = new ProcessBuilder(line.split(" ", -1)).redirectErrorStream(true);
        for (String variable : List.of("OVS_RUNDIR", "OVS_LOGDIR", "OVS_DBDIR")) {
            builder.environment().put(variable, folder.toString());
        }
        // The daemons would keep a pipe open.
        Path output = Files.createTempFile(folder, "output-", ".txt");
        Process process = builder.redirectOutput(output.toFile()).start();
        try {
            if (process.waitFor() != 0) {
                throw new IOException("'%s' failed: %s".formatted(line, Files.readString(output)));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted in '%s'".formatted(line), e);
        }
        Files.delete(output);
    }

    /** Sends a command to the daemon like ovs-appctl: JSON-RPC on a separate connection. */
    void command(String command, String... words) throws IOException {
        String quoted = Arrays.stream(words).map("\"%s\""::formatted).collect(Collectors.joining(","));
        String request = "{\"id\":0,\"method\":\"%s\",\"params\":[%s]}".formatted(command, quoted);
        var answer = new StringBuilder();
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(folder.resolve("vswitchd.ctl")))) {
            channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8)));
            ByteBuffer bytes = ByteBuffer.allocate(1 << 12);
            while (!answer.toString().endsWith("}") && channel.read(bytes) >= 0) {
                answer.append(StandardCharsets.UTF_8.decode(bytes.flip()));
                bytes.clear();
            }
        }
        if (!answer.toString().contains("\"error\":null")) {
            throw new IOException("Open vSwitch refuses %s: %s".formatted(request, answer));
        }
    }

    private void stop() {
        try (Stream<Path> files = Files.list(folder)) {
            var all = new ArrayList<>(files.toList());
            for (Path file : all) {
                if (file.toString().endsWith(".pid")) {
                    ProcessHandle.of(Long.parseLong(Files.readString(file).strip()))
                            .ifPresent(ProcessHandle::destroyForcibly);
                }
            }
            for (Path file : all) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
