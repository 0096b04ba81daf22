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
 * An Open vSwitch of these tests' own, with dummies for a datapath and ports, as in its own tests: it needs no rights and no
 * network. Its daemons end with this process.
 */
final class OpenVSwitch {
    private static final List<String> TOOLS = List.of("ovs-vsctl", "ovs-vswitchd", "ovsdb-server", "ovsdb-tool");
    private static @Nullable OpenVSwitch running;

    private final Path folder;

    private OpenVSwitch(Path folder) {
        this.folder = folder;
    }

    /** What is not installed of what is needed. */
    static List<String> missing() {
        return TOOLS.stream()
                .filter(tool -> Stream.of(
                                System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                        .noneMatch(place -> Files.isExecutable(Path.of(place, tool))))
                .toList();
    }

    /** The one of this process; starts it if there is none yet. */
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

    /** Where its files are. */
    Path folder() {
        return folder;
    }

    /** Changes what is configured, in ovs-vsctl's words, and waits until it is so. */
    void configure(String changes) throws IOException {
        run("ovs-vsctl --timeout=20 " + changes);
    }

    private void run(String line) throws IOException {
        var builder = new ProcessBuilder(line.split(" ", -1)).redirectErrorStream(true);
        for (String variable : List.of("OVS_RUNDIR", "OVS_LOGDIR", "OVS_DBDIR")) {
            builder.environment().put(variable, folder.toString());
        }
        Path output = Files.createTempFile(folder, "output-", ".txt"); // daemons would keep a pipe open
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

    /** Gives the daemon a command, as ovs-appctl does: JSON-RPC by a connection of its own. */
    void tell(String command, String... words) throws IOException {
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
