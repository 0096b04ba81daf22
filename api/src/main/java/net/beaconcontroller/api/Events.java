package net.beaconcontroller.api;

/**
 * The events of the network, which people and programs watch: a service of the controller. A component receives it as a
 * constructor argument, {@code @Reference Events}. The controller publishes the events of switches and applications,
 * and the warnings of the log.
 *
 * <p>The newest events are kept in memory. Events are for what a person might want to see, such as a link that fails;
 * an event for each packet would displace all others.
 */
@FunctionalInterface
public interface Events {
    /**
     * Publishes an event with the current time. Any thread may call this method, also the loop of a switch: it waits
     * for no other thread. Readers see the event a moment later. Texts of more than 1,000 characters are cut, and
     * details that take more than 32 KiB of memory are left out.
     */
    void publish(Event event);
}
