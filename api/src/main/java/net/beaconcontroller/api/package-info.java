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
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>Applications read their settings from a service</b> ({@code ApplicationSettings}), not from the Configuration
 * Admin service of OSGi with its metatypes. A call in the constructor declares the default, the valid values and the
 * description in one line of Java, and a test needs no framework.
 * <li><b>{@code Controller.hasSuccessor()} distinguishes an update from a stop</b>, and not a parameter of {@code
 * @Deactivate}: the reasons of Declarative Services do not include updates, and a method that asks the controller is
 * tested with {@code new} and a {@code TestController}. Deactivating the old version before the new one receives {@code
 * Connected} would leave its flows out for a moment.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.api;

import org.jspecify.annotations.NullMarked;
