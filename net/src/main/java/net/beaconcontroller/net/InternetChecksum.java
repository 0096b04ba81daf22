package net.beaconcontroller.net;

/**
 * The Internet checksum, RFC 1071: the complement of the one's complement sum of all 16-bit words. A range that
 * contains its own correct checksum has the checksum 0.
 */
public final class InternetChecksum {
    private InternetChecksum() {}

    /** Returns the checksum of {@code length} bytes of the array, 0 to 65535. */
    public static int of(byte[] array, int offset, int length) {
        return finish(sum(array, offset, length));
    }

    /**
     * Returns the sum of the 16-bit words of {@code length} bytes of the array, not folded yet. A last single byte is
     * the upper half of a word. Sums of several ranges may be added, if all ranges but the last are of even length,
     * before {@link #finish}.
     */
    public static long sum(byte[] array, int offset, int length) {
        long sum = 0;
        int at = offset;
        for (int end = offset + length - 1; at < end; at += 2) {
            sum += ByteAccess.getUnsignedShort(array, at);
        }
        return length % 2 == 0 ? sum : sum + ((long) ByteAccess.getUnsignedByte(array, at) << 8);
    }

    /** Returns the checksum of a sum of words: the sum with carries folded in, complemented; 0 to 65535. */
    public static int finish(long sum) {
        long folded = sum;
        while (folded >>> 16 != 0) {
            folded = (folded & 0xffff) + (folded >>> 16);
        }
        return (int) ~folded & 0xffff;
    }

    /** Returns the checksum after one 16-bit word that it covers changed: RFC 1624 section 3, equation 3. */
    public static int update(int checksum, int oldWord, int newWord) {
        return finish((~checksum & 0xffffL) + (~oldWord & 0xffffL) + (newWord & 0xffffL));
    }
}
