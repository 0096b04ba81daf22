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
    static <T> TypeRegistry<T> family() {
        return family(ErrorCode.BAD_PROPERTY_LEN);
    }

    /** The same, refused before OpenFlow 1.4 with this error if a length is wrong. */
    @SuppressWarnings("unchecked")
    static <T> TypeRegistry<T> family(ErrorCode refusal) {
        return family(refusal, (Class<? extends T>) (Class<?>) UnknownProperty.class);
    }

    @SuppressWarnings("unchecked")
    private static <T, V extends T> TypeRegistry<T> family(ErrorCode refusal, Class<V> of) {
        StructLayout<UnknownProperty> layout = UnknownProperty::visit;
        return TypeRegistry.paddedBehind(refusal, of, (StructLayout<V>) layout);
    }

    static UnknownProperty visit(FieldVisitor<UnknownProperty> f) {
        return new UnknownProperty(f.type(UnknownProperty::type), f.rest("data", UnknownProperty::data));
    }
}
