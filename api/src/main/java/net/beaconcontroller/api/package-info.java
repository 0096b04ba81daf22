/**
 * What an application sees of the controller.
 *
 * <p>An application is a class that implements one or more of the {@link net.beaconcontroller.api.Listener} interfaces and
 * carries the standard annotation {@code @Component}. That is all: it joins the controller's pipelines when its bundle
 * starts and leaves them when its bundle stops. Other services, such as {@link net.beaconcontroller.api.Controller}, are
 * arguments of its constructor.
 *
 * <p>Everything that happens to a switch happens on one thread, its loop. Listeners are called there, so what an
 * application keeps {@linkplain net.beaconcontroller.api.PerSwitch per switch} needs no lock. They must not block: all
 * switches of the loop would wait. Start reading at {@link net.beaconcontroller.api.PacketInListener} and
 * {@link net.beaconcontroller.api.Switch}.
 */
@NullMarked
package net.beaconcontroller.api;

import org.jspecify.annotations.NullMarked;
