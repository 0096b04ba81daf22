package net.beaconcontroller.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import net.beaconcontroller.cli.emulate.Emulation;
import net.beaconcontroller.cli.emulate.StandardInputKind;
import net.beaconcontroller.cli.support.SettingsOptions;
import net.beaconcontroller.cli.support.StopHook;
import net.beaconcontroller.cli.support.UsageException;
import net.beaconcontroller.emulator.network.NetworkOptions;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.runtime.Application;
import net.beaconcontroller.runtime.Beacon;
import net.beaconcontroller.runtime.HttpOptions;
import net.beaconcontroller.runtime.LogConfiguration;
import net.beaconcontroller.runtime.Settings;
import net.beaconcontroller.web.WebServer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code beacon run}: runs the controller until it is stopped. */
@Command(
        name = "run",
        description = "Runs the controller until it is stopped by Ctrl-C or SIGTERM.",
        footer = {
            "",
            "Examples:",
            "  beacon run",
            "  beacon run --apps hub -D controller.listen=127.0.0.1:6633",
            "  beacon run --config beacon.conf --apps learningswitch,my-app-1.0.jar",
            "  beacon run --emulate tree,2,3        with an emulated network",
            "  echo pingall | beacon run --emulate ring,4"
        })
final class RunCommand implements Callable<Integer> {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(30);

    @Mixin
    private SettingsOptions settings;

    @Option(
            names = "--emulate",
            paramLabel = "TOPO",
            description = "Emulates a network for this controller: a topology such as fattree,4, or a file."
                    + " See 'beacon emulate --help'.")
    private @Nullable String topology;

    @Option(
            names = "--emulate-script",
            paramLabel = "FILE",
            description = "A file of commands to that network; - is standard input. Beacon keeps running after a file "
                    + "without 'quit' and exits at the end of standard input.")
    private @Nullable String script;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Settings read = settings.read();
        if (topology == null) {
            if (script != null) {
                throw new UsageException("--emulate-script needs --emulate");
            }
            return run(Running.start(read, spec.commandLine().getOut()));
        }
        Emulation.Plan plan = Emulation.Plan.of(topology, script, StandardInputKind.detect());
        return run(
                Running.start(read, spec.commandLine().getOut()),
                plan,
                NetworkOptions.of(versions(read.options().versions())));
    }

    /** Runs the controller until a signal ends the process. */
    private int run(Running running) throws IOException, InterruptedException {
        try (var _ = new StopHook(running::close)) {
            new CountDownLatch(1).await();
            return CommandLine.ExitCode.OK;
        }
    }

    /** Runs the controller and an emulated network until a signal, the end of standard input or {@code quit}. */
    private int run(Running running, Emulation.Plan plan, NetworkOptions options)
            throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Emulation emulation = emulate(running, plan, options, out);
        try (var _ = new StopHook(() -> stop(running, emulation))) {
            boolean allConnected = emulation.awaitConnected(CONNECT_TIMEOUT);
            LogConfiguration.setConnectionLog(true);
            if (emulation.run(allConnected) != Emulation.End.QUIT) {
                new CountDownLatch(1).await();
            }
            return emulation.exitCode();
        } finally {
            stop(running, emulation);
        }
    }

    private static Emulation emulate(Running running, Emulation.Plan plan, NetworkOptions options, PrintWriter out)
            throws IOException {
        try {
            // The emulation shows the progress on one line instead.
            LogConfiguration.setConnectionLog(false);
            Beacon beacon = running.beacon;
            LongPredicate isActive =
                    datapathId -> beacon.controller().switchOf(datapathId).isPresent();
            return new Emulation(plan, beacon.address(), isActive, options, false, System.in, out);
        } catch (IOException | RuntimeException e) {
            running.close();
            throw e;
        }
    }

    /** Returns the default versions that the controller supports, or all its versions if it supports none of them. */
    private static Set<Version> versions(Set<Version> supported) {
        var common = EnumSet.copyOf(NetworkOptions.DEFAULT.versions());
        common.retainAll(supported);
        return common.isEmpty() ? supported : common;
    }

    /** Stops the controller and the network without a log line for each switch that disconnects. */
    private static void stop(Running running, Emulation emulation) {
        LogConfiguration.setConnectionLog(false);
        running.close();
        emulation.close();
    }

    /** The controller and its HTTP server, if there is one. */
    private record Running(Beacon beacon, Optional<WebServer> web) implements AutoCloseable {

        /** Starts the controller and then the HTTP server, and prints where each listens. */
        static Running start(Settings settings, PrintWriter out) throws IOException {
            Beacon beacon = startBeacon(settings);
            try {
                out.println(greeting(beacon));
                Optional<WebServer> web = startWeb(settings.http(), beacon);
                web.ifPresent(server -> out.println(describe(server)));
                return new Running(beacon, web);
            } catch (IOException | RuntimeException e) {
                beacon.close();
                throw e;
            }
        }

        private static Optional<WebServer> startWeb(HttpOptions options, Beacon beacon) throws IOException {
            return options.listen().isEmpty()
                    ? Optional.empty()
                    : Optional.of(WebServer.start(
                            options.listen().get(), options, beacon.dataFolder().path(), beacon));
        }

        private static Beacon startBeacon(Settings settings) throws IOException {
            try {
                return Beacon.start(settings, appsFolder());
            } catch (IOException e) {
                throw new IOException(
                        e.getMessage()
                                + "; end what listens there, or give another address with "
                                + "-D controller.listen=HOST:PORT",
                        e);
            }
        }

        private static String greeting(Beacon beacon) throws IOException {
            InetSocketAddress address = beacon.address();
            String apps = beacon.applications().list().stream()
                    .filter(application -> application.state() != Application.State.STOPPED)
                    .map(Application::name)
                    .collect(Collectors.joining(", "));
            return "Beacon %s listens for switches on %s:%d; transport: %s; applications: %s"
                    .formatted(
                            Beacon.version(),
                            address.getAddress().getHostAddress(),
                            address.getPort(),
                            beacon.controller().transport().name().toLowerCase(Locale.ROOT),
                            apps.isEmpty() ? "none" : apps);
        }

        private static String describe(WebServer server) {
            return server.firstLink()
                    .map(link -> "HTTP: open %s (this link is shown only once)".formatted(link))
                    .orElse("HTTP: " + server.url());
        }

        @Override
        public void close() {
            web.ifPresent(WebServer::close);
            beacon.close();
        }
    }

    /** Returns the folder of the applications in the image, whose location the launcher passes. */
    static Path appsFolder() {
        return Path.of(System.getProperty("beacon.home", "."), "apps");
    }
}
