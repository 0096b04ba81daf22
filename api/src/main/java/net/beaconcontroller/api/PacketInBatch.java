package net.beaconcontroller.api;

import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.flyweight.PacketInView;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.packet.Ethernet;

/**
 * Packet-ins of one switch that were read together, in the order of their arrival. A {@link PacketInBatchListener} may
 * look at all of them by index, and handles them one after the other, beginning at {@link #position()}:
 *
 * <pre>
 *   0 ...             position()        the end of this call              size()
 *   | handled before  | to be handled by | visible, not to be handled yet |
 *   |                 | this call        |                                |
 * </pre>
 *
 * The batch is only valid on the thread of the listener and until the listener returns. The controller and the testkit
 * extend this class; applications do not.
 */
public abstract class PacketInBatch {
    /** The maximum number of packet-ins: so few that what a listener prefetches for them remains in the cache. */
    public static final int CAPACITY = 64;

    private final int[] messages = new int[CAPACITY];
    private final int[] frames = new int[CAPACITY];
    private final long[] inPorts = new long[CAPACITY];
    private final int[] types = new int[CAPACITY];
    private final int[] vlans = new int[CAPACITY];
    private byte[] array = {};
    private int size;
    private long receivedNanos;

    // The current call: the range of packet-ins that it may handle, and the next one.
    private int first;
    private int limit;
    private int position;
    private boolean stopped;
    private boolean stopEndsCall;

    /** Creates an empty batch. */
    protected PacketInBatch() {}

    // For the listener

    /** Returns the number of packet-ins, 1 to {@link #CAPACITY}. */
    public final int size() {
        return size;
    }

    /** Returns the index of the packet-in to handle next. */
    public final int position() {
        return position;
    }

    /**
     * Returns whether this call may handle the packet-in at {@link #position()}. It always may handle the first one. It
     * may handle no more when the output of the switch is full, or when the connection is closed.
     */
    public final boolean hasNext() {
        return position < limit && (position == first || !isOutputFull());
    }

    /**
     * Reports that the packet-in at {@link #position()} was handled and continues to the next listener, as {@link
     * Next#PASS}, and advances the position.
     */
    public final void pass() {
        if (stopped) {
            // It is shown again, as the first one of a later call.
            limit = position;
        } else {
            position++;
        }
    }

    /**
     * Reports that the packet-in at {@link #position()} was handled and is consumed, as {@link Next#STOP}, and advances
     * the position.
     *
     * @throws IllegalStateException if this call has passed an earlier packet-in, which other listeners have to handle
     *     before this one can be consumed
     */
    public final void stop() {
        if (position > first && !stopped) {
            throw new IllegalStateException("this call has passed a packet-in, and cannot consume a later one");
        }
        stopped = true;
        position++;
        if (stopEndsCall) {
            limit = position;
        }
    }

    /** Returns the packet-in at {@link #position()}. All packet-ins of a batch are shown by the same object. */
    public abstract PacketInContext packetIn();

    /**
     * Returns when the messages were read, in the unit and with the origin of {@link System#nanoTime}. The packet-ins
     * of a batch have the same time.
     */
    public final long receivedNanos() {
        return receivedNanos;
    }

    /** Returns the ingress port, see {@link net.beaconcontroller.openflow.PortNumber}; never ANY. */
    public final long inPort(int index) {
        return inPorts[index];
    }

    /** Returns the destination address of the frame, in the low 48 bits. */
    public final long destination(int index) {
        return Ethernet.destinationOf(array, frames[index]);
    }

    /** Returns the source address of the frame, in the low 48 bits. */
    public final long source(int index) {
        return Ethernet.sourceOf(array, frames[index]);
    }

    /** Returns the type of the frame, see {@link Ethernet#type()}. */
    public final int type(int index) {
        return types[index];
    }

    /** Returns the VLAN of the outermost tag, 0 to 4095, or {@link VlanId#NONE}. */
    public final int vlan(int index) {
        return vlans[index];
    }

    /** Returns the flow table that sent the packet-in, 0 to 254; 0 in OpenFlow 1.0, which has no tables. */
    public final int tableId(int index) {
        return PacketInView.tableIdOf(array, messages[index]);
    }

    /** Returns the buffer id, or {@link PacketIn#NO_BUFFER}. */
    public final long bufferId(int index) {
        return PacketInView.bufferIdOf(array, messages[index]);
    }

    /** Returns the array that contains the frames. It must not be modified. */
    public final byte[] array() {
        return array;
    }

    /** Returns the index of the frame in {@link #array()}. At least an Ethernet header of 14 bytes follows. */
    public final int frameOffset(int index) {
        return frames[index];
    }

    /** Returns the index after the frame in {@link #array()}. */
    public final int frameEnd(int index) {
        return messages[index] + Header.length(array, messages[index]);
    }

    // For the controller

    /** Removes all packet-ins. */
    protected final void clear(byte[] newArray, long newReceivedNanos) {
        // Storing the same reference would mark the garbage collector's card, which costs other threads a cache miss.
        if (array != newArray) {
            array = newArray;
        }
        receivedNanos = newReceivedNanos;
        size = 0;
        position = 0;
    }

    /**
     * Adds a packet-in, which must be well-formed.
     *
     * @param message the index of the message in the array
     * @param frame the index of its frame
     * @param type see {@link #type}
     * @param vlan see {@link #vlan}
     */
    protected final void add(int message, int frame, long inPort, int type, int vlan) {
        messages[size] = message;
        frames[size] = frame;
        inPorts[size] = inPort;
        types[size] = type;
        vlans[size] = vlan;
        size++;
    }

    /** Returns the index of a message in the array. */
    protected final int messageOffset(int index) {
        return messages[index];
    }

    /**
     * Begins the call of a listener.
     *
     * @param from the first packet-in to handle
     * @param to the index after the last one that may be handled
     * @param observes whether the listener is an observer: other observers also see the packet-ins that it consumes, so
     *     that it may not consume more than one
     */
    protected final void begin(int from, int to, boolean observes) {
        first = from;
        position = from;
        limit = to;
        stopped = false;
        stopEndsCall = observes;
    }

    /** Returns whether the current or last call has consumed the packet-ins that it handled. */
    protected final boolean isStopped() {
        return stopped;
    }

    /** Lets the current call handle no further packet-ins than the one at the position. */
    protected final void endCall() {
        limit = Math.min(limit, position + 1);
    }

    /** Sets the position between two calls. */
    protected final void advanceTo(int newPosition) {
        position = newPosition;
    }

    /** Returns whether the output of the switch is full, or the connection closed. */
    protected abstract boolean isOutputFull();
}
