package net.beaconcontroller.openflow.check;

import java.util.HashSet;
import java.util.Set;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.MeterMod;
import net.beaconcontroller.openflow.multipart.MeterFeatures;
import net.beaconcontroller.openflow.structure.Meter;
import net.beaconcontroller.openflow.structure.MeterBand;
import org.jspecify.annotations.Nullable;

/** Checks a meter by itself. */
final class MeterCheck {
    /** OFPM_SLOWPATH and OFPM_CONTROLLER: the virtual meters that can be added. */
    private static final long SLOW_PATH = 0xfffffffdL;

    private static final long CONTROLLER = 0xfffffffeL;

    private static final int KNOWN_FLAGS =
            MeterMod.KBPS | MeterMod.PACKETS_PER_SECOND | MeterMod.BURST | MeterMod.STATS;
    private static final long MAX_U32 = 0xffffffffL;
    private static final int MAX_U8 = 0xff;
    private static final int DROP = 1;
    private static final int DSCP_REMARK = 2;

    private final MeterMod meter;
    private final Version version;
    private final @Nullable MeterFeatures features;
    private final Report report;

    MeterCheck(MeterMod meter, Capabilities capabilities, Report report) {
        this.meter = meter;
        this.version = capabilities.version();
        this.features = capabilities.meterFeatures();
        this.report = report;
    }

    void check() {
        if (!version.isAtLeast(Version.OF13)) {
            report.error("meter_id", meter.meterId(), "OpenFlow %s has no meters".formatted(version), "no meters");
            return;
        }
        if (meter.command() != MeterMod.Command.ADD) {
            report.error("command", meter.command(), "not an entry", "ADD");
        }
        if (meter.meterId() != SLOW_PATH && meter.meterId() != CONTROLLER) {
            report.requireRange("meter_id", meter.meterId(), 1, ActionCheck.MAX_METER);
        }
        checkFlags();
        if (meter.bands().isEmpty()) {
            report.error("bands", 0, "no bands", "at least one band");
        } else if (features != null && meter.bands().size() > features.maxBands()) {
            report.error(
                    "bands", meter.bands().size(), "too many bands for the switch", "at most " + features.maxBands());
        }
        var rates = new HashSet<Long>();
        for (int i = 0; i < meter.bands().size(); i++) {
            checkBand("bands[%d]".formatted(i), meter.bands().get(i), rates);
        }
    }

    private void checkFlags() {
        String value = Meter.FLAGS.print(meter.flags());
        int units = MeterMod.KBPS | MeterMod.PACKETS_PER_SECOND;
        if ((meter.flags() & ~KNOWN_FLAGS) != 0) {
            report.error("flags", value, "unknown flags", "kbps or pktps, burst, stats");
        } else if ((meter.flags() & units) == units) {
            report.error("flags", value, "two units of rates", "kbps or pktps");
        } else if (features != null && (meter.flags() & ~features.capabilities()) != 0) {
            report.error(
                    "flags",
                    value,
                    "the switch does not support all of them",
                    "flags of " + Meter.FLAGS.print(features.capabilities()));
        }
    }

    private void checkBand(String path, MeterBand band, Set<Long> rates) {
        switch (band) {
            case MeterBand.Drop(long rate, long burst) -> {
                checkType(path, band, DROP);
                checkRates(path, rate, burst, rates);
            }
            case MeterBand.DscpRemark(long rate, long burst, int level) -> {
                checkType(path, band, DSCP_REMARK);
                checkRates(path, rate, burst, rates);
                report.requireRange(path + ".prec_level", level, 1, MAX_U8);
            }
            case MeterBand.Experimenter(long rate, long burst, var _, var _) -> checkRates(path, rate, burst, rates);
            case MeterBand.Unknown _ ->
                report.error(path + ".type", band, "unknown type", "a band of the specification or of a vendor");
        }
    }

    private void checkType(String path, MeterBand band, int type) {
        if (features != null && (features.bandTypes() >> type & 1) == 0) {
            report.error(path + ".type", band, "the switch does not support the type", "another type");
        }
    }

    private void checkRates(String path, long rate, long burst, Set<Long> rates) {
        if (report.requireRange(path + ".rate", rate, 1, MAX_U32) && !rates.add(rate)) {
            report.warning(path + ".rate", rate, "another band has the same rate", "one band for each rate");
        }
        boolean hasBursts = (meter.flags() & MeterMod.BURST) != 0;
        if (report.requireRange(path + ".burst_size", burst, 0, MAX_U32) && burst != 0 && !hasBursts) {
            report.warning(path + ".burst_size", burst, "ignored without the flag burst", "0, or the flag burst");
        }
    }
}
