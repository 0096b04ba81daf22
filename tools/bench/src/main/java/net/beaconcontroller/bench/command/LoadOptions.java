package net.beaconcontroller.bench.command;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.PacketInForm;
import net.beaconcontroller.console.UsageException;
import net.beaconcontroller.openflow.Version;
import picocli.CommandLine.Option;

/** The load options that all measurements share. */
final class LoadOptions {
    private static final int NANOS_PER_SECOND = (int) TimeUnit.SECONDS.toNanos(1);

    @Option(
            names = "--openflow",
            paramLabel = "VERSION",
            description = "OpenFlow version of the switches: 1.0, 1.2, 1.3, 1.4 or 1.5. Default: ${DEFAULT-VALUE}.")
    private String openflow = "1.0";

    @Option(
            names = "--packet-in",
            paramLabel = "FORM",
            description = "Form of the packet-ins: plain, tagged (IEEE 802.1Q), or unbuffered (without a buffer ID, so"
                    + " that the answer contains the packet). Default: ${DEFAULT-VALUE}.")
    private String form = "plain";

    @Option(
            names = "--hosts",
            paramLabel = "COUNT",
            description = "Source MAC addresses per switch. Default: ${DEFAULT-VALUE}.")
    private int hosts = 1000;

    @Option(
            names = "--seconds",
            paramLabel = "SECONDS",
            defaultValue = "10",
            description = "Duration of a measurement. Default: ${DEFAULT-VALUE}.")
    private double seconds;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description = "Maximum time to wait for a stable rate first. Default: ${DEFAULT-VALUE}.")
    private double warmUp;

    /** Returns the load that the options describe. */
    Load load(int switches, int window, int threads, OptionalDouble rate) {
        if (!(seconds > 0)) {
            throw new UsageException("--seconds %s: needs more than 0".formatted(seconds));
        }
        if (!(warmUp >= 0)) {
            throw new UsageException("--warm-up %s: needs 0 or more".formatted(warmUp));
        }
        Version version = Version.ofNumber(openflow)
                .orElseThrow(() ->
                        new UsageException("--openflow %s: needs one of %s".formatted(openflow, Load.versions())));
        PacketInForm packetInForm = PacketInForm.ofKeyword(form)
                .orElseThrow(() ->
                        new UsageException("--packet-in %s: needs one of %s".formatted(form, PacketInForm.keywords())));
        try {
            return new Load(
                    version, packetInForm, switches, hosts, window, threads, duration(seconds), duration(warmUp), rate);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--" + e.getMessage());
        }
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos((long) (seconds * NANOS_PER_SECOND));
    }
}
