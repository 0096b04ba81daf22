package net.beaconcontroller.openflow;

/**
 * A property of a type that this library, or the version, does not know, OpenFlow 1.5.1 section 7.2.1.2 and where other
 * properties are; from OpenFlow 1.4 on, in {@link TableFeatures} from 1.3 and in {@link Queue} from 1.0.
 *
 * @param type its number, 16 bits
 * @param data what follows the length, without the padding behind
 */
public record UnknownProperty(int type, Bytes data)
        implements Port.Property,
                PortMod.Property,
                PortStats.Property,
                Queue.Property,
                QueueStats.Property,
                Bucket.Property,
                Group.Property,
                TableDesc.Property,
                TableFeatures.Property,
                AsyncConfig.Property,
                RoleStatus.Property,
                BundleControl.Property,
                BundleFeatures.Property,
                ControllerStatus.Property {

    /** A family of properties that has no other kinds yet. */
    static <T> Kinds<T> family() {
        return family(Refusal.BAD_PROPERTY_LEN);
    }

    /** The same, refused before OpenFlow 1.4 with this error if a length is wrong. */
    @SuppressWarnings("unchecked")
    static <T> Kinds<T> family(Refusal refusal) {
        return family(refusal, (Class<? extends T>) (Class<?>) UnknownProperty.class);
    }

    @SuppressWarnings("unchecked")
    private static <T, V extends T> Kinds<T> family(Refusal refusal, Class<V> of) {
        Layout<UnknownProperty> layout = UnknownProperty::walk;
        return Kinds.paddedBehind(refusal, of, (Layout<V>) layout);
    }

    static UnknownProperty walk(Fields<UnknownProperty> f) {
        return new UnknownProperty(f.type(UnknownProperty::type), f.rest("data", UnknownProperty::data));
    }
}
