package net.beaconcontroller.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Where an application's listeners stand in the pipelines, by the names of other applications. Names that are not running do
 * not matter. Where nothing is said, the order is that of the names; {@code pipeline.order} in the configuration comes first.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Runs {
    /** The applications that see a message before this one. */
    String[] after() default {};

    /** The applications that see a message after this one. */
    String[] before() default {};
}
