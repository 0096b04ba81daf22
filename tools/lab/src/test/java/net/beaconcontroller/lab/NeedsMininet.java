package net.beaconcontroller.lab;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks tests that need Mininet. They are skipped with a message on a machine without it; with {@code
 * BEACON_LAB=required} in the environment they fail instead.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(MininetCondition.class)
public @interface NeedsMininet {}
