package net.beaconcontroller.openflow;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A test that runs once for each version of OpenFlow that controllers offer: all but 1.1. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest
@EnumSource(value = Version.class, names = "OF11", mode = EnumSource.Mode.EXCLUDE)
public @interface EachVersion {}
