package net.beaconcontroller.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Places the listeners of a class in the pipelines. A class without this annotation belongs to {@link Stage#OBSERVE}.
 *
 * <p>Stages run in the order of their constants. Within a stage, {@link #after} and {@link #before} order applications
 * by name; where they leave a choice, the names decide alphabetically. A name of another stage, or of an application
 * that is not running, has no effect. The applications in the setting {@code pipeline.order} run first, in that order.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Pipeline {
    /** The stage. */
    Stage value() default Stage.OBSERVE;

    /** Names of applications of the same stage that run before this one. */
    String[] after() default {};

    /** Names of applications of the same stage that run after this one. */
    String[] before() default {};
}
