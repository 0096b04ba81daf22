package net.beaconcontroller.openflow.message;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.StringJoiner;
import net.beaconcontroller.openflow.NotationException;
import net.beaconcontroller.openflow.notation.NotationPart;
import net.beaconcontroller.openflow.notation.NotationScanner;
import net.beaconcontroller.openflow.notation.NotationScanner.Item;
import net.beaconcontroller.openflow.notation.NotationValues;
import net.beaconcontroller.openflow.structure.Meter;
import net.beaconcontroller.openflow.structure.MeterBand;
import org.jspecify.annotations.Nullable;

/** The notation of {@code ovs-ofctl} for meters. */
final class MeterNotation {
    private static final List<String> FLAGS = List.of("kbps", "pktps", "burst", "stats");

    private MeterNotation() {}

    /** Parses a meter as {@code ovs-ofctl add-meter} does. */
    static MeterMod parse(String text) {
        var in = new NotationScanner(text);
        int flags = 0;
        long meterId = 0;
        NotationPart bands = null;
        for (Item item = in.next(); item != null; item = bands == null ? in.next() : null) {
            String key = item.key();
            if (FLAGS.contains(key)) {
                item.requireWord();
                flags |= 1 << FLAGS.indexOf(key);
            } else if (key.equals("meter") && meterId == 0) {
                meterId = NotationValues.number(
                        item.value("a number"), 1, MeterMod.MAX, "a number from 1 to " + MeterMod.MAX);
            } else if (key.equals("bands") || key.equals("band")) {
                bands = in.restFrom(item.value("= and the bands, such as type=drop,rate=1000"));
            } else {
                throw item.refuse("needs meter=, kbps, pktps, burst, stats or, at the end, bands=");
            }
        }
        if (meterId == 0) {
            throw new NotationException(text, 1, "needs meter=, such as meter=1,kbps,bands=type=drop,rate=1000");
        }
        if ((flags & (MeterMod.KBPS | MeterMod.PACKETS_PER_SECOND)) == 0) {
            flags |= MeterMod.KBPS;
        }
        return new MeterMod(MeterMod.Command.ADD, flags, meterId, bands == null ? List.of() : bands(bands));
    }

    /** The properties of a band that have been read. */
    private static final class Band {
        private final NotationPart type;
        private final HashSet<String> before = new HashSet<>();
        private @Nullable Long rate;
        private long burst;
        private int level;

        Band(NotationPart type) {
            this.type = type;
        }

        void set(Item item) {
            if (!before.add(item.key())) {
                throw item.refuse("is a duplicate");
            }
            NotationPart value = item.value("a number");
            switch (item.key()) {
                case "rate" -> rate = NotationValues.u32(value);
                case "burst_size" -> burst = NotationValues.u32(value);
                case "prec_level" -> level = NotationValues.u8(value);
                default -> throw item.refuse("needs type=, rate=, burst_size= or prec_level=");
            }
        }

        MeterBand build() {
            if (rate == null) {
                throw type.refuse("needs rate= after it");
            }
            return switch (type.toString()) {
                case "drop" -> new MeterBand.Drop(rate, burst);
                case "dscp_remark" -> new MeterBand.DscpRemark(rate, burst, level);
                default -> throw type.refuse("needs drop or dscp_remark");
            };
        }
    }

    private static List<MeterBand> bands(NotationPart text) {
        var in = new NotationScanner(text);
        var bands = new ArrayList<Band>();
        for (Item item = in.next(); item != null; item = in.next()) {
            if (item.key().equals("type")) {
                bands.add(new Band(item.value("drop or dscp_remark")));
            } else if (bands.isEmpty()) {
                throw item.refuse("needs type= before it");
            } else {
                bands.getLast().set(item);
            }
        }
        return bands.stream().map(Band::build).toList();
    }

    /** Returns the notation of a meter. {@link #parse} reads it if the meter has no bands of vendors. */
    static String print(int flags, long meterId, List<MeterBand> bands) {
        var text = new StringJoiner(",");
        text.add("meter=" + meterId);
        text.add(Meter.FLAGS.print(flags).replace('|', ','));
        if (!bands.isEmpty()) {
            var printed = new StringJoiner(",");
            bands.forEach(band -> printed.add(print(band)));
            text.add("bands=" + printed);
        }
        return text.toString();
    }

    private static String print(MeterBand band) {
        return switch (band) {
            case MeterBand.Drop(long rate, long burst) -> "type=drop" + rates(rate, burst);
            case MeterBand.DscpRemark(long rate, long burst, int level) ->
                "type=dscp_remark" + rates(rate, burst) + ",prec_level=" + level;
            case MeterBand.Experimenter other -> "type=experimenter" + rates(other.rate(), other.burstSize());
            case MeterBand.Unknown other -> "type=" + other.type();
        };
    }

    private static String rates(long rate, long burst) {
        return ",rate=" + rate + (burst == 0 ? "" : ",burst_size=" + burst);
    }
}
