package net.beaconcontroller.api;

/**
 * Receives packet-ins (OFPT_PACKET_IN, OpenFlow 1.5.1 section 7.4.1) in batches. This is faster than {@link
 * PacketInListener}: what holds for all packet-ins of a batch is done once, and the entries of a large table can be
 * loaded for all of them before the first is handled, so that the cache misses overlap. A class that implements both
 * interfaces receives batches only.
 */
public non-sealed interface PacketInBatchListener extends Listener {
    /**
     * Handles one or more packet-ins, each with {@link PacketInBatch#pass()} or {@link PacketInBatch#stop()}. Called on
     * the switch's loop. The packet-ins of one switch are handled in the order of their arrival, and the result is the
     * same as if each had passed through all listeners before the next.
     *
     * <p>The packet-in at the position of the batch when this method is called may be handled with any effect. This
     * method may return after it, or handle further ones while {@link PacketInBatch#hasNext()}. Those are handled
     * before later listeners have seen the first one. So a call that
     *
     * <ul>
     *   <li>consumes packet-ins may handle the further ones with any effect, because no later listener sees any of
     *       them;
     *   <li>passes packet-ins may only pass further ones without an effect that other listeners or the switch could
     *       observe, and which it may repeat, such as the time when a host was last seen. They may be shown again. If a
     *       packet-in needs more, return, and handle it as the first one of a later call.
     * </ul>
     *
     * An exception is logged and counted. The packet-in at the position then continues to the next listener, unless
     * this call has passed earlier ones: then it is shown again, as the first one of a later call. If this method
     * returns without handling the first packet-in, that one passes.
     *
     * @param sw the switch that sent the packet-ins
     * @param batch valid until this method returns
     */
    void packetIns(Switch sw, PacketInBatch batch);
}
