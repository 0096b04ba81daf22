package net.beaconcontroller.openflow.message;

import java.util.List;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.NotationException;
import net.beaconcontroller.openflow.structure.Meter;
import net.beaconcontroller.openflow.structure.MeterBand;
import net.beaconcontroller.openflow.wire.EnumCodec;
import net.beaconcontroller.openflow.wire.FieldVisitor;

/**
 * Adds, modifies or deletes a meter, OpenFlow 1.5.1 section 7.3.4 (OFPT_METER_MOD); OpenFlow 1.3 and later.
 *
 * @param command the command
 * @param flags OFPMF_ bits, 16: the unit of the rates, and others
 * @param meterId 1 to 0xffff0000, or a virtual meter from 0xfffffffd on; {@link #ALL} to delete all
 * @param bands the bands of the meter
 */
public record MeterMod(Command command, int flags, long meterId, List<MeterBand> bands) implements Message {
    public static final MessageLayout<MeterMod> LAYOUT =
            MessageLayout.of(MessageType.METER_MOD, MeterMod.class, MeterMod::visit);

    /** The command, OpenFlow 1.5.1 section 7.3.4 (OFPMC_); OpenFlow 1.3 and later. */
    public enum Command {
        /** Adds a meter. */
        ADD,
        /** Replaces the flags and the bands of a meter. */
        MODIFY,
        /** Deletes a meter and the flows that use it. */
        DELETE
    }

    /** OFPM_ALL: all meters, in requests and deletes. */
    public static final long ALL = 0xffffffffL;

    /** OFPM_MAX: the highest number of a meter that packets can use. */
    public static final long MAX = 0xffff0000L;

    /** OFPMF_KBPS: the unit of rates is kbit/s. */
    public static final int KBPS = 1;

    /** OFPMF_PKTPS: the unit of rates is packets/s. */
    public static final int PACKETS_PER_SECOND = 1 << 1;

    /** OFPMF_BURST: the burst sizes of the bands apply. */
    public static final int BURST = 1 << 2;

    /** OFPMF_STATS: the meter collects statistics. */
    public static final int STATS = 1 << 3;

    private static final EnumCodec<Command> COMMANDS = new EnumCodec<>(ErrorCode.BAD_METER_COMMAND, Command.values());

    public MeterMod {
        bands = List.copyOf(bands);
    }

    /**
     * Parses the {@code ovs-ofctl} notation of a meter, such as {@code
     * meter=1,kbps,burst,bands=type=drop,rate=1000,burst_size=100}; see docs/openflow.md. Without a unit, rates are in
     * kbit/s.
     *
     * @return a meter-mod that adds the meter
     * @throws NotationException if the text is not a meter; it has the column
     */
    public static MeterMod parse(String text) {
        return MeterNotation.parse(text);
    }

    /** Returns the meter in the notation that {@link #parse} reads, without the command. */
    public String notation() {
        return MeterNotation.print(flags, meterId, bands);
    }

    static MeterMod visit(FieldVisitor<MeterMod> f) {
        return new MeterMod(
                f.enum16("command", MeterMod::command, COMMANDS),
                f.as(Meter.FLAGS).u16("flags", MeterMod::flags),
                f.u32("meter_id", MeterMod::meterId),
                f.list("bands", MeterMod::bands, MeterBand.TYPES));
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
