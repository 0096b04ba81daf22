package net.beaconcontroller.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.emulator.network.NetworkOptions;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.runtime.Beacon;
import net.beaconcontroller.runtime.Settings;
import net.beaconcontroller.web.WebServer;

/** A controller with its HTTP server and an emulated network in this process, for commands. */
final class RunningNetwork implements AutoCloseable {
    private final Path folder;
    private final Beacon beacon;
    private final WebServer web;
    final Network network;

    private RunningNetwork(Path folder, Beacon beacon, WebServer web, Network network) {
        this.folder = folder;
        this.beacon = beacon;
        this.web = web;
        this.network = network;
    }

    /**
     * Starts a controller, and returns when all switches are connected.
     *
     * @param folder the data folder
     * @param settings settings of the applications
     * @param applications a class of each application to start
     */
    static RunningNetwork start(Path folder, NetworkSpec layout, Map<String, String> settings, Class<?>... applications)
            throws Exception {
        var all = new HashMap<>(settings);
        all.put("data.folder", folder.toString());
        all.put("controller.listen", "127.0.0.1:0");
        all.put("http.listen", "127.0.0.1:0");
        all.put(
                "apps",
                Stream.of(applications)
                        .map(type -> type.getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .getPath())
                        .collect(Collectors.joining(",")));
        Settings read = Settings.read(null, all, Map.of());
        Beacon beacon = Beacon.start(read, folder.resolve("none"));
        WebServer web = WebServer.start(read.http().listen().orElseThrow(), read.http(), folder, beacon, List.of());
        Network network = Network.start(layout, beacon.address(), NetworkOptions.of(Set.of(Version.OF13)));
        assertThat(network.awaitConnected(Duration.ofSeconds(20))).isTrue();
        return new RunningNetwork(folder, beacon, web, network);
    }

    /** Returns a command line with the options that select this controller. */
    String[] withOptions(String... arguments) {
        var all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of(
                "--url", web.url(), "--token-file", folder.resolve("token").toString()));
        return all.toArray(String[]::new);
    }

    CommandResult run(String... arguments) {
        return CommandResult.of(withOptions(arguments));
    }

    /** Runs a command that succeeds, and returns its output. */
    String output(String... arguments) {
        CommandResult result = run(arguments);
        assertThat(result.exitCode()).as(result.err()).isZero();
        return result.out();
    }

    @Override
    public void close() {
        network.close();
        web.close();
        beacon.close();
    }
}
