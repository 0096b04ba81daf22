/**
 * The API for applications.
 *
 * <p>An application is a class that implements one or more {@link net.beaconcontroller.api.Listener} interfaces and has
 * the annotation {@code @Component} of OSGi Declarative Services. It joins the pipelines when its bundle starts and
 * leaves them when its bundle stops. Services such as {@link net.beaconcontroller.api.Controller} and {@link
 * net.beaconcontroller.api.ApplicationSettings} are arguments of its constructor. {@link
 * net.beaconcontroller.api.Pipeline} places it before or after other applications.
 *
 * <p>All events of a switch occur on one thread at a time, the switch's loop. Listeners are called there, so state that
 * is kept {@linkplain net.beaconcontroller.api.PerSwitch per switch} needs no lock. Listeners must not block, because
 * all switches of the loop would wait. Start reading at {@link net.beaconcontroller.api.PacketInListener} and {@link
 * net.beaconcontroller.api.Switch}.
 */
@NullMarked
package net.beaconcontroller.api;

import org.jspecify.annotations.NullMarked;
