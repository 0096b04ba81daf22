package net.beaconcontroller.api;

/**
 * A {@link Listener} that takes care of the flows of its application that are in a switch when the switch connects:
 * those of an earlier run of the controller, and those from before the connection was lost. Beacon leaves them in the
 * switch, so that they forward packets in the meantime, and the application keeps, replaces or deletes each of them.
 *
 * <p>The flows of applications without a reconciler are deleted when a switch connects, see the setting {@code
 * controller.delete-flows}.
 */
public interface FlowReconciler {
    /** Returns the cookies of these flows. The result is always the same. Called on any thread. */
    CookieRange reconciledFlows();
}
