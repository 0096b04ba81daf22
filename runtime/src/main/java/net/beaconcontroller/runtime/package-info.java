/**
 * The controller as a running thing: its settings, and the life of its applications.
 *
 * <p>{@link net.beaconcontroller.runtime.Beacon} puts it together: the core of event loops, and beside it an OSGi framework in
 * which applications are started and stopped. The core and all libraries stay on the class path; a bundle sees of them the
 * packages of {@code api}, {@code openflow} and {@code packet}, and nothing else.
 */
@NullMarked
package net.beaconcontroller.runtime;

import org.jspecify.annotations.NullMarked;
