package net.beaconcontroller.openflow.message;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.TypeRegistry;

/**
 * The first message of each side, OpenFlow 1.5.1 section 7.5.1 (OFPT_HELLO). The version of its header is the highest
 * version of the sender. In OpenFlow 1.3.1 and later, it has a bitmap of all versions.
 *
 * @param elements the elements, in OpenFlow 1.3 and later
 * @param rest bytes that do not belong to an element: the body in earlier versions, which receivers must ignore
 */
public record Hello(List<Element> elements, Bytes rest) implements Message {
    public static final MessageLayout<Hello> LAYOUT =
            MessageLayout.of(MessageType.HELLO, Hello.class, Hello::visit).printedBy((hello, _) -> hello.body());

    private static final int VERSION_BITMAP = 1;

    /**
     * A HELLO element, OpenFlow 1.5.1 section 7.5.1 (OFPHET_); OpenFlow 1.3.1 and later.
     *
     * @param type 16 bits; 1 for the version bitmap
     * @param value without the type, the length and the padding
     */
    public record Element(int type, Bytes value) {
        static final TypeRegistry<Element> KINDS = TypeRegistry.<Element, Element>paddedAfter(
                        ErrorCode.BAD_LEN, Element.class, Element::visit)
                .lenient();

        static Element visit(FieldVisitor<Element> f) {
            return new Element(f.type(Element::type), f.rest("value", Element::value));
        }
    }

    public Hello {
        elements = List.copyOf(elements);
    }

    /**
     * Returns a HELLO that offers these versions, to be encoded in the highest of them. Before OpenFlow 1.3, it has no
     * bitmap.
     */
    public static Hello offering(Collection<Version> versions) {
        if (!Collections.max(versions).isAtLeast(Version.OF13)) {
            return new Hello(List.of(), Bytes.EMPTY);
        }
        long bitmap = 0;
        for (Version version : versions) {
            bitmap |= 1L << version.wire();
        }
        return new Hello(List.of(new Element(VERSION_BITMAP, Bytes.ofLong(bitmap, 4))), Bytes.EMPTY);
    }

    /**
     * Returns the bitmap of the sender's versions, or empty if the HELLO has none. Bit n of the 32-bit word m is the
     * version with header byte 32 m + n.
     */
    public Optional<Bytes> versionBitmap() {
        return elements.stream()
                .filter(element -> element.type == VERSION_BITMAP)
                .map(Element::value)
                .findFirst();
    }

    /**
     * Returns the version that both sides support, OpenFlow 1.5.1 section 6.3.1. If the peer sent a bitmap, this is the
     * highest version in both bitmaps. Otherwise it is the smaller of the highest versions of both sides, if this side
     * supports it.
     *
     * @param ours the versions that this side supports, not empty
     * @param peerWire the version byte of the peer's HELLO, 0 to 255
     * @return empty if the sides have no version in common
     */
    public Optional<Version> negotiate(Collection<Version> ours, int peerWire) {
        Optional<Bytes> bitmap = versionBitmap();
        if (bitmap.isPresent()) {
            return ours.stream()
                    .filter(version -> hasBit(bitmap.get(), version.wire()))
                    .max(Comparator.naturalOrder());
        }
        int wire = Math.min(Collections.max(ours).wire(), peerWire);
        return Version.ofWire(wire).filter(ours::contains);
    }

    static boolean hasBit(Bytes bitmap, int version) {
        int lastByteOfWord = version / 32 * 4 + 3;
        int index = lastByteOfWord - version % 32 / 8;
        return lastByteOfWord < bitmap.length() && (bitmap.at(index) >> version % 8 & 1) == 1;
    }

    static Hello visit(FieldVisitor<Hello> f) {
        boolean hasElements = f.since(Version.OF13);
        return new Hello(
                hasElements
                        ? f.list("elements", Hello::elements, Element.KINDS)
                        : f.absentValue("elements", Hello::elements, List.of()),
                hasElements ? f.absentValue("body", Hello::rest, Bytes.EMPTY) : f.rest("body", Hello::rest));
    }

    private String body() {
        var text = new StringJoiner(" ");
        for (Element element : elements) {
            text.add(
                    element.type == VERSION_BITMAP
                            ? "versions=" + versions(element.value)
                            : "element_%d=%s".formatted(element.type, element.value.abbreviated()));
        }
        if (rest.length() > 0) {
            text.add("body=" + rest.abbreviated());
        }
        return text.toString();
    }

    /** Returns the numbers of the versions in a bitmap, or the header bytes of unknown versions. */
    private static String versions(Bytes bitmap) {
        return IntStream.range(0, 8 * bitmap.length())
                .filter(wire -> hasBit(bitmap, wire))
                .mapToObj(wire -> Version.ofWire(wire).map(Version::toString).orElseGet(() -> "0x%02x".formatted(wire)))
                .collect(Collectors.joining(","));
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
