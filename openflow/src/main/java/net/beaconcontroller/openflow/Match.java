package net.beaconcontroller.openflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which packets a flow is for: those of which every field is as said here. OpenFlow 1.3.5 section 7.2.3; OpenFlow 1.0's
 * fixed structure says the same in twelve fields and is translated.
 *
 * @param fields what is said, in the order of the wire
 */
public record Match(List<Oxm> fields) {
    /** All packets. */
    public static final Match ANY = new Match(List.of());

    /** OFPMT_OXM. */
    static final int TYPE_OXM = 1;

    private static final int HEADER = 4;

    public Match {
        fields = List.copyOf(fields);
    }

    public static Match of(Oxm... fields) {
        return new Match(List.of(fields));
    }

    /** What the match says of a field; empty when it says nothing. */
    public Optional<Oxm> of(Field field) {
        return fields.stream()
                .filter(oxm -> oxm.oxmClass() == Oxm.BASIC && oxm.number() == field.number())
                .findFirst();
    }

    static Match read(Reader in) {
        if (in.isVersion10()) {
            return Match10.read(in.part(Match10.LENGTH, "match"));
        }
        int type = in.u16("match type");
        if (type != TYPE_OXM) {
            throw MalformedMessageException.badValue("match type=%d, needs %d".formatted(type, TYPE_OXM));
        }
        int length = in.u16("match length");
        Reader part = in.part(length - HEADER, "match of length=" + length);
        in.skip(-length & 7, "match padding");
        var fields = new ArrayList<Oxm>();
        while (part.remaining() > 0) {
            fields.add(Oxm.read(part));
        }
        return new Match(fields);
    }

    void write(Writer out, Version version) {
        if (version == Version.OF10) {
            Match10.write(this, out);
            return;
        }
        int start = out.length();
        out.u16(TYPE_OXM);
        out.u16(0);
        for (Oxm field : fields) {
            field.write(out);
        }
        out.setU16(start + 2, out.length() - start);
        out.padFrom(start);
    }

    @Override
    public String toString() {
        return fields.toString();
    }
}
