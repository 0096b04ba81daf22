package net.beaconcontroller.switchkit.random;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Match10;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.match.Oxs;
import net.beaconcontroller.openflow.wire.EnumCodec;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.StructLayout;
import net.beaconcontroller.openflow.wire.TlvCodec;
import net.beaconcontroller.openflow.wire.TypeRegistry;
import net.beaconcontroller.openflow.wire.ValueCodec;

/**
 * A visitor that generates random values of a structure. Every value that a version supports is possible, and each
 * value is canonical: decoding its encoding returns an equal value. Numbers are often 0, 1 or the maximum. Lists have
 * up to three items, of all known types and of unknown types. The values depend only on the random generator.
 *
 * <p>The visitor has no knowledge of particular structures, because each layout constructs canonical values. The
 * exceptions are the match of OpenFlow 1.0 and bytes that extend to the padded end of an item.
 */
public final class RandomFields<T> extends FieldVisitor<T> {
    private static final int NONE = -1;
    private static final int MAX_ITEMS = 3;
    private static final int TYPES = 1 << 16;

    /** The known types of each registry in a version. */
    private static final Map<RegistryKey, List<Integer>> KNOWN_TYPES = new ConcurrentHashMap<>();

    private static final int[] CODE_POINTS = {
        1, ' ', '"', '\'', '%', ',', '\\', 'a', 0x7f, 0xe9, 0x20ac, 0xfffd, 0x1f600
    };

    private record RegistryKey(TypeRegistry<?> types, Version version) {}

    private final RandomGenerator random;
    /** Generates a message to be nested in this one. */
    private final Function<Version, ?> messages;

    /** The encoded length of the fields so far, in bytes. */
    private int position;
    /** The position of the item whose length must be a multiple of eight bytes, or {@link #NONE}. */
    private int alignedItem = NONE;

    private int type;

    private RandomFields(RandomGenerator random, Version version, Function<Version, ?> messages) {
        super(version);
        this.random = random;
        this.messages = messages;
    }

    public static <V> V generate(
            StructLayout<V> layout, Version version, Function<Version, ?> messages, RandomGenerator random) {
        return layout.visit(new RandomFields<V>(random, version, messages));
    }

    /** Returns a random number with at most this number of bits; special numbers are more frequent. */
    public static long number(int bits, RandomGenerator random) {
        long max = -1L >>> (64 - bits);
        return switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> 1;
            case 2 -> max;
            case 3 -> 1L << random.nextInt(bits);
            case 4, 5 -> random.nextInt(10);
            default -> random.nextLong() & max;
        };
    }

    private long number(int bits) {
        return number(bits, random);
    }

    private int numberOfBytes(int width) {
        position += width;
        return (int) number(8 * width);
    }

    @Override
    public int u8(String name, ToIntFunction<? super T> get) {
        return numberOfBytes(1);
    }

    @Override
    public int u16(String name, ToIntFunction<? super T> get) {
        return numberOfBytes(2);
    }

    @Override
    public long u32(String name, ToLongFunction<? super T> get) {
        return Integer.toUnsignedLong(numberOfBytes(4));
    }

    @Override
    public long u64(String name, ToLongFunction<? super T> get) {
        position += 8;
        return number(64);
    }

    @Override
    public long mac(String name, ToLongFunction<? super T> get) {
        position += 6;
        return number(48);
    }

    @Override
    public long port(String name, ToLongFunction<? super T> get) {
        position += is10() ? 2 : 4;
        return port();
    }

    private long port() {
        if (random.nextInt(4) == 0) {
            return PortNumber.IN_PORT + random.nextInt(8);
        }
        return is10() ? PortNumber.widen((int) number(16)) : number(32);
    }

    @Override
    public String text(String name, int length, Function<? super T, String> get) {
        position += length;
        var text = new StringBuilder();
        int left = random.nextBoolean() ? length : random.nextInt(length + 1);
        while (left > 0) {
            String next = Character.toString(codePoint());
            left -= next.getBytes(StandardCharsets.UTF_8).length;
            text.append(left < 0 ? "" : next);
        }
        return text.toString();
    }

    private int codePoint() {
        if (random.nextBoolean()) {
            return CODE_POINTS[random.nextInt(CODE_POINTS.length)];
        }
        int any = random.nextInt(1, Character.MAX_CODE_POINT + 1);
        return any >= Character.MIN_SURROGATE && any <= Character.MAX_SURROGATE ? 'z' : any;
    }

    /** In an item whose length includes the padding, returns as many bytes as leave no padding. */
    @Override
    public Bytes rest(String name, Function<? super T, Bytes> get) {
        int length = random.nextInt(16) == 0 ? random.nextInt(300) : random.nextInt(20);
        if (alignedItem != NONE) {
            length += -(position - alignedItem + length) & 7;
        }
        position += length;
        return bytes(length);
    }

    private Bytes bytes(int length) {
        byte[] bytes = new byte[length];
        switch (random.nextInt(4)) {
            case 0 -> {}
            case 1 -> Arrays.fill(bytes, (byte) 0xff);
            default -> random.nextBytes(bytes);
        }
        return Bytes.of(bytes);
    }

    @Override
    public void pad(int length) {
        position += length;
    }

    @Override
    public void padBefore(Function<? super T, List<?>> get) {}

    @Override
    public void length(String name) {
        position += 2;
    }

    @Override
    public int lengthAhead(String name) {
        position += 2;
        return 0;
    }

    @Override
    public <V> V one(String name, Function<? super T, V> get, StructLayout<V> layout) {
        return visit(layout);
    }

    private <V> V visit(StructLayout<V> layout) {
        int outer = alignedItem;
        alignedItem = NONE;
        V value = layout.visit(self());
        alignedItem = outer;
        return value;
    }

    @Override
    public <V> List<V> list(String name, Function<? super T, List<V>> get, StructLayout<V> layout) {
        return items(() -> visit(layout));
    }

    private <V> List<V> items(Supplier<V> item) {
        return IntStream.range(0, random.nextInt(MAX_ITEMS + 1))
                .mapToObj(_ -> item.get())
                .toList();
    }

    @Override
    public <V> List<V> list(String name, int ahead, Function<? super T, List<V>> get, StructLayout<V> layout) {
        return list(name, get, layout);
    }

    @Override
    protected <E> E enumValue(String name, int length, Function<? super T, E> get, EnumCodec<E> codec) {
        position += length;
        List<E> all = LongStream.range(0, 256)
                .mapToObj(codec::ofWire)
                .filter(Objects::nonNull)
                .toList();
        return all.get(random.nextInt(all.size()));
    }

    @Override
    @SuppressWarnings("unchecked")
    public <V> V value(String name, Function<? super T, V> get, ValueCodec<V> codec) {
        if (codec == Match.CODEC) {
            return (V) match();
        }
        return codec instanceof TlvCodec<V> tlv ? tlv(tlv) : (V) messages.apply(version());
    }

    @Override
    public <V> List<V> tlvs(String name, Function<? super T, List<V>> get, TlvCodec<V> codec) {
        return items(() -> tlv(codec));
    }

    @SuppressWarnings("unchecked")
    private <V> V tlv(TlvCodec<V> codec) {
        V item = (V) (codec == Oxm.CODEC ? anyOxm() : anyOxs());
        var out = new Writer(64);
        codec.write(item, out, version());
        position += out.length();
        return item;
    }

    private Match match() {
        if (is10()) {
            position += Match10.LENGTH;
            return match10();
        }
        int start = position;
        position += Match.HEADER_LENGTH;
        List<Oxm> fields = tlvs("fields", _ -> List.of(), Oxm.CODEC);
        position += -(position - start) & 7;
        return new Match(fields);
    }

    /**
     * Returns a match that OpenFlow 1.0 supports: for example, network fields require the Ethernet type of IPv4 or ARP.
     */
    private Match match10() {
        var fields = new ArrayList<Oxm>();
        maybe(fields, Field.IN_PORT, port());
        maybe(fields, Field.ETH_DST, number(48));
        maybe(fields, Field.ETH_SRC, number(48));
        long ethernet =
                switch (random.nextInt(4)) {
                    case 0 -> 0x0806;
                    case 1 -> number(16);
                    default -> 0x0800;
                };
        boolean typed = maybe(fields, Field.ETH_TYPE, ethernet);
        boolean untagged = random.nextInt(4) == 0;
        untagged &= maybe(fields, Field.VLAN_VID, untagged ? 0 : Field.VLAN_PRESENT | number(12));
        if (!untagged) {
            maybe(fields, Field.VLAN_PCP, number(8));
        }
        if (typed && (ethernet == 0x0800 || ethernet == 0x0806)) {
            addNetwork(fields, ethernet == 0x0806);
        }
        return new Match(fields);
    }

    private void addNetwork(List<Oxm> fields, boolean arp) {
        if (!arp) {
            maybe(fields, Field.IP_DSCP, number(6) & 0x3f);
        }
        long protocol = random.nextBoolean() ? new int[] {1, 6, 17}[random.nextInt(3)] : number(8);
        boolean present = maybe(fields, arp ? Field.ARP_OP : Field.IP_PROTO, protocol);
        maybePrefix(fields, arp ? Field.ARP_SPA : Field.IPV4_SRC);
        maybePrefix(fields, arp ? Field.ARP_TPA : Field.IPV4_DST);
        if (present && !arp && protocol == 1) {
            maybe(fields, Field.ICMPV4_TYPE, number(8));
            maybe(fields, Field.ICMPV4_CODE, number(8));
        } else if (present && !arp && (protocol == 6 || protocol == 17)) {
            maybe(fields, protocol == 6 ? Field.TCP_SRC : Field.UDP_SRC, number(16));
            maybe(fields, protocol == 6 ? Field.TCP_DST : Field.UDP_DST, number(16));
        }
    }

    private boolean maybe(List<Oxm> fields, Field field, long value) {
        return random.nextInt(3) != 0 && fields.add(field.is(value));
    }

    private void maybePrefix(List<Oxm> fields, Field field) {
        int wildcardBits = random.nextInt(48);
        if (wildcardBits == 0) {
            fields.add(field.is(number(32)));
        } else if (wildcardBits < 32) {
            fields.add(field.is(number(32), -1L << wildcardBits));
        }
    }

    private Oxm anyOxm() {
        boolean masked = random.nextInt(3) == 0;
        int kind = random.nextInt(8);
        if (kind < 5) {
            Field field = Field.values()[random.nextInt(Field.values().length)];
            return oxm(Oxm.BASIC, field.number(), 0, field.length(), masked);
        }
        int length = random.nextInt(8) == 0 ? random.nextInt(126) : random.nextInt(9);
        int number = random.nextInt(128);
        return switch (kind) {
            case 5 -> oxm(Oxm.EXPERIMENTER, number, number(32), length, masked);
            case 6 -> oxm(Oxm.BASIC, number, 0, Field.lengthOf(number) == 0 ? length : Field.lengthOf(number), masked);
            default -> oxm((int) number(16) & 0x7fff, number, 0, length, masked);
        };
    }

    private Oxm oxm(int oxmClass, int number, long experimenter, int length, boolean masked) {
        return new Oxm(oxmClass, number, experimenter, bytes(length), masked ? bytes(length) : null);
    }

    private Oxs anyOxs() {
        int number = random.nextBoolean() ? random.nextInt(7) : random.nextInt(128);
        int oxsClass = random.nextInt(4) == 0 ? (int) number(16) : Oxs.BASIC;
        int length =
                switch (oxsClass == Oxs.BASIC ? number : NONE) {
                    case Oxs.FLOW_COUNT -> 4;
                    case Oxs.DURATION, Oxs.IDLE_TIME, Oxs.PACKET_COUNT, Oxs.BYTE_COUNT -> 8;
                    default -> random.nextInt(16) == 0 ? random.nextInt(256) : random.nextInt(12);
                };
        return new Oxs(oxsClass, number, random.nextInt(2), bytes(length));
    }

    @Override
    public T typed(TypeRegistry<T> types) {
        int start = position;
        int outerAlignedItem = alignedItem;
        int outerType = type;
        alignedItem = types.padsInside() ? start : NONE;
        type = typeOf(types);
        position += types.headerLength();
        T item = types.layoutOf(type, version()).visit(this);
        position += -(position - start) & 7;
        alignedItem = outerAlignedItem;
        type = outerType;
        return item;
    }

    private int typeOf(TypeRegistry<T> types) {
        List<Integer> known = KNOWN_TYPES.computeIfAbsent(new RegistryKey(types, version()), RandomFields::knownTypes);
        if (!known.isEmpty() && random.nextInt(8) != 0) {
            return known.get(random.nextInt(known.size()));
        }
        int unknown;
        do {
            unknown = random.nextBoolean() ? random.nextInt(32) : (int) number(16);
        } while (known.contains(unknown));
        return unknown;
    }

    private static List<Integer> knownTypes(RegistryKey family) {
        TypeRegistry<?> types = family.types;
        return IntStream.range(0, TYPES)
                .filter(type -> types.layoutOf(type, family.version) != types.unknownLayout())
                .boxed()
                .toList();
    }

    @Override
    public int type(ToIntFunction<? super T> get) {
        return type;
    }

    /** Returns this visitor for another structure; the cast is safe, because the visitor calls no accessor of T. */
    @SuppressWarnings("unchecked")
    private <V> RandomFields<V> self() {
        return (RandomFields<V>) this;
    }
}
