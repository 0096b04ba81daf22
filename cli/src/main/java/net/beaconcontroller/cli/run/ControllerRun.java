package net.beaconcontroller.cli.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.cli.support.Browser;
import net.beaconcontroller.cli.support.Image;
import net.beaconcontroller.console.StopHook;
import net.beaconcontroller.core.options.ActiveTarget;
import net.beaconcontroller.emulator.command.Emulation;
import net.beaconcontroller.emulator.network.NetworkOptions;
import net.beaconcontroller.net.Words;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.runtime.Application;
import net.beaconcontroller.runtime.Beacon;
import net.beaconcontroller.runtime.HttpOptions;
import net.beaconcontroller.runtime.LogConfiguration;
import net.beaconcontroller.runtime.Settings;
import net.beaconcontroller.web.WebServer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** A controller in this process, with or without an emulated network, from its start to its end. */
public final class ControllerRun {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(30);

    private final Settings settings;
    private final Beacon beacon;
    private final Optional<WebServer> web;
    private final EmulationResource emulated;
    private final PrintWriter out;
    private final Optional<HeapCollector> heap = HeapCollector.start();
    private final Optional<ServiceManager> service;

    private ControllerRun(
            Settings settings, Beacon beacon, Optional<WebServer> web, EmulationResource emulated, PrintWriter out) {
        this.settings = settings;
        this.beacon = beacon;
        this.web = web;
        this.emulated = emulated;
        this.out = out;
        this.service = ServiceManager.start(beacon.controller(), System.getenv());
    }

    /**
     * Starts the controller and then its HTTP server, if the settings have one, and prints where each listens.
     *
     * @throws IOException if an address or the data folder is not available; the message has a remedy
     */
    public static ControllerRun start(Settings settings, PrintWriter out) throws IOException {
        Beacon beacon = startBeacon(settings);
        // From the greeting on, a signal stops the controller cleanly, also while the HTTP server starts.
        try (var _ = new StopHook(beacon::close, beacon::abort)) {
            out.println(greeting(beacon, settings.options().channels().connect()));
            var emulated = new EmulationResource();
            Optional<WebServer> web = startWeb(settings.http(), beacon, emulated);
            web.ifPresent(server -> out.println(describe(server, settings)));
            return new ControllerRun(settings, beacon, web, emulated, out);
        } catch (IOException | RuntimeException e) {
            beacon.close();
            throw e;
        }
    }

    private static Beacon startBeacon(Settings settings) throws IOException {
        try (var _ = StopHook.forExit()) {
            return Beacon.start(settings, Image.apps());
        } catch (BindException e) {
            throw new IOException(
                    e.getMessage()
                            + "; end what listens there, or give another address with -D controller.listen=HOST:PORT"
                            + " or -D controller.tls.listen=HOST:PORT",
                    e);
        }
    }

    private static Optional<WebServer> startWeb(HttpOptions options, Beacon beacon, EmulationResource emulated)
            throws IOException {
        return options.listen().isEmpty()
                ? Optional.empty()
                : Optional.of(WebServer.start(
                        options.listen().get(), options, beacon.dataFolder().path(), beacon, List.of(emulated)));
    }

    private static String greeting(Beacon beacon, List<ActiveTarget> targets) {
        List<String> ways = Stream.of(
                        beacon.controller().plainAddress().map(address -> "listens for switches on " + text(address)),
                        beacon.controller()
                                .tlsAddress()
                                .map(address -> "listens for switches with TLS on " + text(address)),
                        targets.isEmpty()
                                ? Optional.<String>empty()
                                : Optional.of("connects to "
                                        + targets.stream()
                                                .map(ActiveTarget::toString)
                                                .collect(Collectors.joining(", "))))
                .flatMap(Optional::stream)
                .toList();
        String apps = beacon.applications().list().stream()
                .filter(application -> application.state() != Application.State.STOPPED)
                .map(Application::name)
                .collect(Collectors.joining(", "));
        return "Beacon %s %s; transport: %s; applications: %s"
                .formatted(
                        Beacon.version(),
                        String.join(", ", ways),
                        Words.of(beacon.controller().transport()),
                        apps.isEmpty() ? "none" : apps);
    }

    private static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    /** Returns where the web page is; the first time for people with a link that signs in, which logs must not have. */
    private static String describe(WebServer server, Settings settings) {
        return server.firstLink()
                .filter(_ -> settings.hasTextLog())
                .map(link -> "HTTP: open %s (this link is shown only once)".formatted(link))
                .orElse("HTTP: " + server.url());
    }

    /**
     * Opens the web page in a browser, on another thread: it takes some seconds to notice that none is installed.
     * Without a browser or an HTTP server, prints instructions.
     */
    public void openPage() {
        if (web.isEmpty()) {
            out.println("--open: the web page is not served, because http.listen is off");
        } else {
            Thread.ofVirtual().name("open-page").start(() -> open(web.get()));
        }
    }

    private static void open(WebServer server) {
        if (!Browser.open(server.newLink())) {
            LogConfiguration.print(
                    "--open: no browser found; open this link, within two minutes: %s%n".formatted(server.newLink()));
        }
    }

    public Beacon beacon() {
        return beacon;
    }

    /**
     * Waits until a signal ends the process, or, with an emulated network, until the end of standard input or the
     * command {@code quit}. Closes the controller.
     *
     * @param network the network to emulate; null for none
     * @return the exit code of the process
     */
    public int await(Emulation.@Nullable Plan network) throws IOException, InterruptedException {
        return network == null ? awaitSignal() : runNetwork(network);
    }

    private int awaitSignal() throws InterruptedException {
        try (var _ = new StopHook(this::close, beacon::abort)) {
            new CountDownLatch(1).await();
            return CommandLine.ExitCode.OK;
        }
    }

    private int runNetwork(Emulation.Plan network) throws IOException, InterruptedException {
        Emulation emulation = emulate(network);
        try (var _ = new StopHook(() -> stop(emulation), beacon::abort)) {
            boolean allConnected = emulation.awaitConnected(CONNECT_TIMEOUT);
            LogConfiguration.setConnectionLog(true);
            if (emulation.run(allConnected) != Emulation.End.QUIT) {
                new CountDownLatch(1).await();
            }
            return emulation.exitCode();
        } finally {
            stop(emulation);
        }
    }

    private Emulation emulate(Emulation.Plan network) throws IOException {
        try {
            Optional<InetSocketAddress> plain = beacon.controller().plainAddress();
            InetSocketAddress address = plain.or(() -> beacon.controller().tlsAddress())
                    .orElseThrow(() -> new IOException(
                            "the emulated switches cannot connect: controller.listen and controller.tls.listen are off;"
                                    + " set one, for example controller.listen=127.0.0.1:6653"));
            var options = NetworkOptions.of(versions(settings.options().versions()));
            if (plain.isEmpty()) {
                // A certificate of a controller is also one of a TLS client, see CertificateRequest.forController.
                options = options.withTls(
                        settings.options().channels().tls().orElseThrow().files());
            }
            // The emulation shows the progress on one line instead.
            LogConfiguration.setConnectionLog(false);
            LongPredicate isActive =
                    datapathId -> beacon.controller().switchOf(datapathId).isPresent();
            var emulation = new Emulation(
                    network, address, isActive, options, false, System.in, out, LogConfiguration::setConsole);
            emulated.setNetwork(emulation.network(), network.topology());
            return emulation;
        } catch (IOException | RuntimeException e) {
            close();
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
    private void stop(Emulation emulation) {
        LogConfiguration.setConnectionLog(false);
        close();
        emulation.close();
    }

    private void close() {
        service.ifPresent(ServiceManager::close);
        heap.ifPresent(HeapCollector::close);
        web.ifPresent(WebServer::close);
        beacon.close();
    }
}
