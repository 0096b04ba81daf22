package net.beaconcontroller.openflow;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The first message each way, OpenFlow 1.3.5 section 7.5.1: the header's version is the highest that the sender speaks, and
 * from 1.3.1 on a bitmap lists them all.
 *
 * @param elements what follows the header in OpenFlow 1.3 and later
 * @param rest bytes that are no element: all that follows the header in earlier versions, which receivers must ignore
 */
public record Hello(List<Element> elements, Bytes rest) implements Message {
    private static final int VERSION_BITMAP = 1;
    private static final int ELEMENT_HEADER = 4;

    /**
     * An element that has a type and a value.
     *
     * @param type 1 for the version bitmap
     * @param value without the type, the length, and the padding behind
     */
    public record Element(int type, Bytes value) {}

    public Hello {
        elements = List.copyOf(elements);
    }

    /** A HELLO that offers these versions, to be encoded in the highest of them. */
    public static Hello offering(Collection<Version> versions) {
        long bitmap = 0;
        for (Version version : versions) {
            bitmap |= 1L << version.wire();
        }
        return new Hello(List.of(new Element(VERSION_BITMAP, Bytes.ofLong(bitmap, 4))), Bytes.EMPTY);
    }

    /** The bitmap of the versions that the sender speaks, bit n of 32-bit word m being version 32 m + n. */
    public Optional<Bytes> versionBitmap() {
        return elements.stream()
                .filter(element -> element.type == VERSION_BITMAP)
                .map(Element::value)
                .findFirst();
    }

    static boolean hasBit(Bytes bitmap, int version) {
        int lastByteOfWord = version / 32 * 4 + 3;
        int index = lastByteOfWord - version % 32 / 8;
        return lastByteOfWord < bitmap.length() && (bitmap.at(index) >> version % 8 & 1) == 1;
    }

    @Override
    public MessageType type() {
        return MessageType.HELLO;
    }

    static Hello read(Reader in) {
        var elements = new ArrayList<Element>();
        while (in.version().isAtLeast(Version.OF13) && in.remaining() >= ELEMENT_HEADER) {
            int type = in.u16("element type");
            int length = in.u16("element length");
            elements.add(new Element(type, in.bytes(length - ELEMENT_HEADER, "element of length=" + length)));
            in.skipPadding(length);
        }
        return new Hello(elements, in.rest("body"));
    }

    void write(Writer out) {
        for (Element element : elements) {
            int start = out.length();
            out.u16(element.type);
            out.u16(ELEMENT_HEADER + element.value.length());
            out.bytes(element.value);
            out.padFrom(start);
        }
        out.bytes(rest);
    }
}
