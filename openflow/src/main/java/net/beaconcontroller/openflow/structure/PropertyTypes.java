package net.beaconcontroller.openflow.structure;

import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.wire.StructLayout;
import net.beaconcontroller.openflow.wire.TypeRegistry;

/** Creates the registries of property types, to which each structure adds its own types. */
public final class PropertyTypes {
    private PropertyTypes() {}

    /** Returns a registry with the experimenter property and the unknown property. */
    public static TypeRegistry<Property> create() {
        return create(ErrorCode.BAD_PROPERTY_LEN, ExperimenterProperty.TYPE);
    }

    /** Returns a registry with two types of experimenter properties. */
    public static TypeRegistry<Property> createWithTwoExperimenters(ErrorCode lengthError) {
        return create(lengthError, ExperimenterProperty.TYPE - 1, ExperimenterProperty.TYPE);
    }

    /** Adds a type of a property that stores its type. */
    public static <P extends TypedProperty> void add(
            TypeRegistry<Property> types, int type, String name, Version since, Class<P> of, StructLayout<P> layout) {
        types.with(type, name, since, of, property -> property.type() == type, layout);
    }

    private static TypeRegistry<Property> create(ErrorCode lengthError, int... experimenterTypes) {
        TypeRegistry<Property> types =
                TypeRegistry.paddedAfter(lengthError, UnknownProperty.class, UnknownProperty::visit);
        for (int type : experimenterTypes) {
            add(types, type, "EXPERIMENTER", Version.OF10, ExperimenterProperty.class, ExperimenterProperty::visit);
        }
        return types;
    }
}
