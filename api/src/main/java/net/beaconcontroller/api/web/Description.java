package net.beaconcontroller.api.web;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The description of a resource method, a parameter or a field in the OpenAPI document. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface Description {
    String value();

    /** The type of the body, for a method that returns a {@code Response}. */
    Class<?> returns() default void.class;
}
