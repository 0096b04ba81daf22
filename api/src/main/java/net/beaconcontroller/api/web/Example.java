package net.beaconcontroller.api.web;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A valid value of a parameter, or of a body in JSON. The values of an operation together are a request that succeeds
 * with an emulated ring of four switches and the applications topology, devices and routing.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface Example {
    String value();
}
