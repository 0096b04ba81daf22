package net.beaconcontroller.bench.command;

import java.time.Duration;
import java.util.OptionalDouble;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.PacketInForm;
import net.beaconcontroller.console.UsageException;
import net.beaconcontroller.openflow.Version;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The load options that all measurements share. */
final class LoadOptions {
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

    @Mixin
    private DurationOptions durations = new DurationOptions(10, 30);

    /** Returns the load that the options describe. */
    Load load(int switches, int window, int threads, OptionalDouble rate) {
        Duration seconds = durations.measurement();
        Duration warmUp = durations.warmUp();
        Version version = Version.ofNumber(openflow)
                .orElseThrow(() ->
                        new UsageException("--openflow %s: needs one of %s".formatted(openflow, Load.versions())));
        PacketInForm packetInForm = PacketInForm.ofKeyword(form)
                .orElseThrow(() ->
                        new UsageException("--packet-in %s: needs one of %s".formatted(form, PacketInForm.keywords())));
        try {
            return new Load(version, packetInForm, switches, hosts, window, threads, seconds, warmUp, rate);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--" + e.getMessage());
        }
    }
}
