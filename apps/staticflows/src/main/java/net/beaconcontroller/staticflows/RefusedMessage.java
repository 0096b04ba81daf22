package net.beaconcontroller.staticflows;

import java.nio.ByteBuffer;
import java.util.Optional;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.check.Entries.Kind;
import net.beaconcontroller.openflow.message.ErrorMessage;

/**
 * The message that an error is about, as far as its beginning tells, which the error contains (OpenFlow 1.5.1 section
 * 7.5.4).
 *
 * @param isDelete whether it deletes a flow, a group or a meter
 */
record RefusedMessage(Repair.Id id, boolean isDelete) {
    private static final int HEADER = 8;
    private static final int BUNDLE_HEADER = 16;
    private static final int MATCH_10 = 40;
    private static final int COOKIE = 8;
    private static final int FIRST_DELETE = 3;
    private static final int DELETE_GROUP = 2;

    static Optional<RefusedMessage> of(ErrorMessage error, Version version) {
        ByteBuffer data = ByteBuffer.wrap(error.data().toArray());
        try {
            return at(0, data, version);
        } catch (IndexOutOfBoundsException _) {
            return Optional.empty();
        }
    }

    private static Optional<RefusedMessage> at(int start, ByteBuffer data, Version version) {
        MessageType type =
                MessageType.ofWire(version, data.get(start + 1) & 0xff).orElse(null);
        int body = start + HEADER;
        return switch (type) {
            case BUNDLE_ADD_MESSAGE -> start == 0 ? at(BUNDLE_HEADER, data, version) : Optional.empty();
            case FLOW_MOD -> {
                boolean is10 = version == Version.OF10;
                int cookie = is10 ? body + MATCH_10 : body;
                int command = is10 ? data.getShort(cookie + COOKIE) : data.get(cookie + 2 * COOKIE + 1);
                yield KeptEntry.COOKIES.contains(data.getLong(cookie))
                        ? Optional.of(
                                new RefusedMessage(Repair.Id.ofCookie(data.getLong(cookie)), command >= FIRST_DELETE))
                        : Optional.empty();
            }
            case GROUP_MOD -> Optional.of(ofNumber(Kind.GROUP, body, data));
            case METER_MOD -> Optional.of(ofNumber(Kind.METER, body, data));
            case null, default -> Optional.empty();
        };
    }

    /** Group-mods and meter-mods begin with a command of 16 bits, 16 other bits, and the number. */
    private static RefusedMessage ofNumber(Kind kind, int body, ByteBuffer data) {
        long number = Integer.toUnsignedLong(data.getInt(body + 4));
        return new RefusedMessage(new Repair.Id(kind, number), data.getShort(body) == DELETE_GROUP);
    }

    boolean isOf(Repair repair) {
        return repair.id().equals(id) && repair.isDelete() == isDelete;
    }
}
