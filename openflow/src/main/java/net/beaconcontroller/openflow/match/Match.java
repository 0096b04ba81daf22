package net.beaconcontroller.openflow.match;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.NotationException;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.wire.FieldLocation.Kind;
import net.beaconcontroller.openflow.wire.FieldReader;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.LocatingWriter;
import net.beaconcontroller.openflow.wire.PrintedValue;
import net.beaconcontroller.openflow.wire.Tlvs;
import net.beaconcontroller.openflow.wire.ValueCodec;

/**
 * A match: the fields that a packet must have, OpenFlow 1.5.1 section 7.2.3 (OFPMT_OXM). The fixed structure of
 * OpenFlow 1.0, section 5.2.3, is translated.
 *
 * @param fields in wire order; empty to match all packets
 */
public record Match(List<Oxm> fields) {
    /** Reads, writes and prints matches. */
    public static final ValueCodec<Match> CODEC = new Codec();

    /** The match of all packets. */
    public static final Match ANY = new Match(List.of());

    /** OFPMT_OXM. */
    public static final int TYPE_OXM = 1;

    public static final int HEADER_LENGTH = 4;

    public Match {
        fields = fields instanceof Tlvs ? fields : List.copyOf(fields);
    }

    /** Returns a match of packets that have all these fields. */
    public static Match of(Oxm... fields) {
        return new Match(List.of(fields));
    }

    /**
     * Parses the {@code ovs-ofctl} notation, such as {@code in_port=1,ip,nw_dst=10.0.0.0/24}; see docs/openflow.md.
     *
     * @throws NotationException if the text is not a match; it has the column
     */
    public static Match parse(String text) {
        return MatchParser.match(text);
    }

    /** Returns the value and mask of a field; empty if the match does not have the field. */
    public Optional<Oxm> of(Field field) {
        if (fields instanceof Tlvs<Oxm> tlvs) {
            return Optional.ofNullable(tlvs.first(Oxm.BASIC, field.number()));
        }
        for (Oxm oxm : fields) {
            if (oxm.oxmClass() == Oxm.BASIC && oxm.number() == field.number()) {
                return Optional.of(oxm);
            }
        }
        return Optional.empty();
    }

    /** Returns a match of the ingress port, or of all packets for {@link PortNumber#ANY}. */
    public static Match ofInPort(long port) {
        return port == PortNumber.ANY ? ANY : of(Field.IN_PORT.is(port));
    }

    /** Returns the ingress port, or {@link PortNumber#ANY} if the match does not have one. */
    public long inPort() {
        if (fields instanceof Tlvs<Oxm> tlvs) {
            return tlvs.number(OxmHeaders.IN_PORT, -1, PortNumber.ANY);
        }
        for (Oxm oxm : fields) {
            if (isInPort(oxm)) {
                return oxm.value().toLong();
            }
        }
        return PortNumber.ANY;
    }

    /** Returns whether the field is the ingress port without a mask. */
    private static boolean isInPort(Oxm oxm) {
        return oxm.oxmClass() == Oxm.BASIC && oxm.number() == Field.IN_PORT.number() && oxm.mask() == null;
    }

    /**
     * Returns the ingress port, for a version that has no other field here.
     *
     * @throws UnsupportedByVersionException if the match has another field
     */
    public long onlyInPort(Version version) {
        if (fields.size() > 1 || (fields.size() == 1 && !isInPort(fields.getFirst()))) {
            throw new UnsupportedByVersionException("a packet with " + this, version);
        }
        return inPort();
    }

    /** Visits a match: a fixed structure in OpenFlow 1.0, a list of fields later. */
    public static <T> Match visit(FieldVisitor<T> f, Function<? super T, Match> get) {
        return f.value("match", get, CODEC);
    }

    private static final class Codec implements ValueCodec<Match> {
        @Override
        public Match read(FieldReader<?> in) {
            if (in.is10()) {
                return Match10.read(in);
            }
            int start = in.position();
            int type = in.u16("type");
            if (type != TYPE_OXM) {
                throw in.refusal(ErrorCode.BAD_MATCH_TYPE, "type", start, "%d, needs %d".formatted(type, TYPE_OXM));
            }
            int length = in.u16("length");
            int most = Math.min(HEADER_LENGTH + in.remaining(), 0xffff);
            if (length < HEADER_LENGTH || length > most) {
                throw in.refusal(
                        ErrorCode.BAD_MATCH_LEN,
                        "length",
                        start + 2,
                        "%d, needs %d to %d".formatted(length, HEADER_LENGTH, most));
            }
            List<Oxm> fields = in.tlvs("fields", start + length, ErrorCode.BAD_MATCH_LEN, Oxm.CODEC);
            in.pad(-length & 7);
            return fields.isEmpty() ? ANY : new Match(fields);
        }

        @Override
        public void write(Match match, Writer out, Version version) {
            int start = out.length();
            if (version == Version.OF10) {
                Match10.write(match, out);
                if (out instanceof LocatingWriter locating) {
                    locating.locate("match", Kind.DATA, start, Match10.LENGTH);
                }
                return;
            }
            out.u16(TYPE_OXM);
            out.u16(0);
            if (out instanceof LocatingWriter locating) {
                locating.locate("match_type", Kind.TYPE, start, 2);
                locating.locate("match_length", Kind.LENGTH, start + 2, 2);
            }
            Tlvs.write(match.fields, Oxm.CODEC, out, version);
            out.setU16(start + 2, out.length() - start);
            int end = out.length();
            out.padFrom(start);
            if (out instanceof LocatingWriter locating) {
                locating.locate("pad", Kind.PADDING, end, out.length() - end);
            }
        }

        @Override
        public PrintedValue print(Match match) {
            return new PrintedValue(match.fields.stream().map(Oxm::fields).toList(), match.toString());
        }
    }

    /** Returns the fields, separated by commas, as {@link #parse} reads them; empty for all packets. */
    @Override
    public String toString() {
        return MatchPrinter.match(this);
    }
}
