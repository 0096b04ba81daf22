package net.beaconcontroller.api;

/**
 * Declares the cookies whose flows stay in a switch when it connects: those of an earlier run of the controller, and
 * those from before the connection was lost. They forward packets in the meantime, and the application keeps, replaces
 * or deletes each of them. Effective only on a class that also implements a {@link Listener}.
 *
 * <p>The flows of applications without a reconciler are deleted when a switch connects, see the setting {@code
 * controller.delete-flows}.
 */
public interface FlowReconciler {
    /** Returns the cookies of these flows. The result is always the same. Called on any thread. */
    CookieRange reconciledFlows();
}
