package net.beaconcontroller.lab;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks tests that make and read Debian packages. They are skipped with a message on a machine without the tools;
 * with {@code BEACON_LAB=required} in the environment they fail instead.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(DebianCondition.class)
public @interface NeedsDebian {}
