package net.beaconcontroller.openflow.wire;

/**
 * The codec of a TLV (type, length, value) with a four-byte header: OXM and OXS.
 *
 * @param <V> the decoded TLV
 */
public interface TlvCodec<V> extends ValueCodec<V> {
    /** Skips one TLV and checks its length. */
    void check(FieldReader<?> in);

    /** Decodes the TLV that begins at this index. Its length has been checked. */
    V decode(byte[] array, int at);

    @Override
    default V read(FieldReader<?> in) {
        int start = in.position();
        check(in);
        return decode(in.array(), start);
    }
}
