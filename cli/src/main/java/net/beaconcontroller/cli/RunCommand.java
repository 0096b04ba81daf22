package net.beaconcontroller.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import net.beaconcontroller.runtime.Application;
import net.beaconcontroller.runtime.Beacon;
import net.beaconcontroller.runtime.Settings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs the controller until it is told to stop. */
@Command(
        name = "run",
        description = "Runs the controller until it is stopped by Ctrl-C or SIGTERM.",
        footer = {
            "",
            "Examples:",
            "  beacon run",
            "  beacon run --apps hub -D controller.listen=127.0.0.1:6633",
            "  beacon run --config beacon.conf --apps learningswitch,my-app-1.0.jar"
        })
final class RunCommand implements Callable<Integer> {
    @Mixin
    private SettingsOptions settings;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Settings read = settings.read();
        Beacon beacon = start(read);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            try {
                                beacon.close();
                            } finally {
                                Runtime.getRuntime().halt(0); // else a SIGTERM that was obeyed looks like a failure
                            }
                        },
                        "beacon-stop"));
        spec.commandLine().getOut().println(greeting(beacon));
        new CountDownLatch(1).await(); // until the hook ends the process
        return 0;
    }

    private static Beacon start(Settings read) throws IOException {
        try {
            return Beacon.start(read, appsFolder());
        } catch (IOException e) {
            throw new IOException(
                    e.getMessage()
                            + "; end what listens there, or give another address with -D controller.listen=HOST:PORT",
                    e);
        }
    }

    private static String greeting(Beacon beacon) throws IOException {
        InetSocketAddress address = beacon.address();
        String apps =
                beacon.applications().list().stream().map(Application::name).collect(Collectors.joining(", "));
        return "Beacon %s listens for switches on %s:%d; applications: %s"
                .formatted(
                        Beacon.version(),
                        address.getAddress().getHostAddress(),
                        address.getPort(),
                        apps.isEmpty() ? "none" : apps);
    }

    /** The launcher says where the image is. */
    private static Path appsFolder() {
        return Path.of(System.getProperty("beacon.home", "."), "apps");
    }
}
