package net.beaconcontroller.openflow.message;

import java.util.List;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.structure.Meter;
import net.beaconcontroller.openflow.structure.MeterBand;
import net.beaconcontroller.openflow.wire.EnumCodec;
import net.beaconcontroller.openflow.wire.FieldVisitor;

/**
 * Adds, changes or deletes a meter, OpenFlow 1.5.1 section 7.3.4 (OFPT_METER_MOD); from OpenFlow 1.3 on.
 *
 * @param command what is done
 * @param flags OFPMF_ bits, 16: in which unit the rates of the bands are, and what else they say
 * @param meterId 1 to 0xffff0000, or a virtual one from 0xfffffffd on; {@link #ALL} to delete all
 * @param bands what is done with packets that come too fast
 */
public record MeterMod(Command command, int flags, long meterId, List<MeterBand> bands) implements Message {
    public static final MessageLayout<MeterMod> LAYOUT =
            MessageLayout.of(MessageType.METER_MOD, MeterMod.class, MeterMod::visit);

    /** What is done, OpenFlow 1.5.1 section 7.3.4 (OFPMC_); from OpenFlow 1.3 on. */
    public enum Command {
        /** Adds a meter. */
        ADD,
        /** Gives a meter other flags and bands. */
        MODIFY,
        /** Deletes a meter, and the flows that use it. */
        DELETE
    }

    /** OFPM_ALL: all meters, in requests and deletes. */
    public static final long ALL = 0xffffffffL;

    /** OFPMF_KBPS: rates are kbit/s. */
    public static final int KBPS = 1;

    /** OFPMF_PKTPS: rates are packets/s. */
    public static final int PACKETS_PER_SECOND = 1 << 1;

    /** OFPMF_BURST: the bands' burst sizes count. */
    public static final int BURST = 1 << 2;

    /** OFPMF_STATS: the meter counts. */
    public static final int STATS = 1 << 3;

    private static final EnumCodec<Command> COMMANDS = new EnumCodec<>(ErrorCode.BAD_METER_COMMAND, Command.values());

    public MeterMod {
        bands = List.copyOf(bands);
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
