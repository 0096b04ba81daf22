/** Reports about what controllers withstand: JSON, JUnit XML and HTML. */
@NullMarked
package net.beaconcontroller.probe.report;

import org.jspecify.annotations.NullMarked;
