package net.beaconcontroller.core;

import net.beaconcontroller.api.PacketInBatch;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.common.VlanId;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.flyweight.PacketInView;
import net.beaconcontroller.packet.Ethernet;

/**
 * The packet-ins that a thread is processing. Each {@link ListenerThread} reuses one object. It is the only subclass
 * that a running controller loads, so that the calls of its abstract methods are monomorphic.
 */
final class ReceivedPacketIns extends PacketInBatch {
    private static final int NOT_VIEWED = -1;

    private final ReceivedPacketIn view = new ReceivedPacketIn();
    /** The index of the packet-in that the view shows. */
    private int viewed = NOT_VIEWED;

    private OutputBuffer out = new OutputBuffer(0, null);
    /** The index after the last message. */
    private int end;

    // The current call: the range of packet-ins that it may handle, and the next one.
    private int first;
    private int limit;
    private int position;
    private boolean stopped;
    private boolean stopEndsCall;

    // Filling

    /**
     * Replaces the content by the packet-ins at the start of these bytes: of the usual form, well-formed, and without
     * another message between them.
     *
     * @param versionAndType the version and type of a packet-in
     * @param switchOutput the output of the switch
     * @return whether there is any
     */
    boolean gather(byte[] bytes, int from, int to, int versionAndType, OutputBuffer switchOutput, long receivedNanos) {
        clear(bytes, switchOutput, receivedNanos);
        int at = from;
        while (size() < CAPACITY && to - at >= Header.LENGTH && Header.versionAndType(bytes, at) == versionAndType) {
            int length = Header.length(bytes, at);
            if (length < Header.LENGTH || to - at < length) {
                break;
            }
            int frame = PacketInView.usualFrameOffset(bytes, at, length);
            int frameLength = at + length - frame;
            if (frame < 0 || frameLength < Ethernet.HEADER_LENGTH) {
                break;
            }
            long inPort = PacketInView.usualInPort(bytes, at, frame);
            if (inPort == PortNumber.ANY) {
                break;
            }
            int type = Ethernet.plainTypeOf(bytes, frame);
            if (type == Ethernet.TAG_OR_LENGTH) {
                Ethernet header = view.frame();
                header.wrap(bytes, frame, frameLength);
                add(at, frame, inPort, header.type(), header.vlan());
            } else {
                add(at, frame, inPort, type, VlanId.NONE);
            }
            at += length;
        }
        end = at;
        return size() > 0;
    }

    /**
     * Replaces the content by one packet-in of any form.
     *
     * @throws MalformedMessageException see {@link ReceivedPacketIn#receive}
     */
    void set(byte[] bytes, int at, int length, OutputBuffer switchOutput, long receivedNanos) {
        clear(bytes, switchOutput, receivedNanos);
        view.receive(bytes, at, length);
        viewed = 0;
        Ethernet header = view.frame();
        add(at, view.frameOffset(), view.inPort(), header.type(), header.vlan());
        end = at + length;
    }

    private void clear(byte[] bytes, OutputBuffer switchOutput, long receivedNanos) {
        clear(bytes, receivedNanos);
        out = switchOutput;
        position = 0;
        view.setReceivedNanos(receivedNanos);
        viewed = NOT_VIEWED;
    }

    /** Returns the index in the array of the message at the position, or after the last message. */
    int nextMessage() {
        return position == size() ? end : messageOffset(position);
    }

    // Calls of listeners

    /**
     * Begins the call of a listener.
     *
     * @param from the first packet-in to handle
     * @param to the index after the last one that may be handled
     * @param observes whether the listener is an observer: other observers also see what it consumes, so that it may
     *     not consume more than one
     */
    void begin(int from, int to, boolean observes) {
        first = from;
        position = from;
        limit = to;
        stopped = false;
        stopEndsCall = observes;
    }

    /** Returns whether the current or last call has consumed the packet-ins that it handled. */
    boolean isStopped() {
        return stopped;
    }

    /** Lets the current call handle no further packet-ins than the one at the position. */
    void endCall() {
        limit = Math.min(limit, position + 1);
    }

    /** Sets the position between two calls. */
    void advanceTo(int newPosition) {
        position = newPosition;
    }

    @Override
    public int position() {
        return position;
    }

    @Override
    public boolean hasNext() {
        return position < limit && (position == first || !out.isFull());
    }

    @Override
    public void pass() {
        if (stopped) {
            // It is shown again, as the first one of a later call.
            limit = position;
        } else {
            position++;
        }
    }

    @Override
    public void stop() {
        if (position > first && !stopped) {
            throw new IllegalStateException("this call has passed a packet-in, and cannot consume a later one");
        }
        stopped = true;
        position++;
        if (stopEndsCall) {
            limit = position;
        }
    }

    @Override
    public PacketInContext packetIn() {
        if (viewed != position) {
            int message = messageOffset(position);
            view.receive(array(), message, Header.length(array(), message));
            viewed = position;
        }
        return view;
    }
}
