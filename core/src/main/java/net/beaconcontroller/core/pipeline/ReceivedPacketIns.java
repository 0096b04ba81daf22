package net.beaconcontroller.core.pipeline;

import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInBatch;
import net.beaconcontroller.api.PacketInBatchListener;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.flyweight.PacketInView;
import net.beaconcontroller.packet.Ethernet;

/**
 * The packet-ins that a thread is processing. Each {@link ListenerThread} reuses one object. It is the only subclass
 * that a running controller loads, so that the calls of its abstract methods are monomorphic.
 */
public final class ReceivedPacketIns extends PacketInBatch {
    /** The output of the switch. */
    public interface Output {
        /** Returns whether so much output waits that no more messages are to be handled. */
        boolean isFull();
    }

    /** Finds the end of a message whose length may be wrong. */
    public interface MessageEnd {
        /** Returns whether the bytes after a message prove its length. */
        boolean isProven(byte[] bytes, int at, int to, int length);
    }

    private static final int NOT_VIEWED = -1;

    private final CurrentCall currentCall;
    private final ReceivedPacketIn view = new ReceivedPacketIn();
    /** The index of the packet-in that the view shows. */
    private int viewed = NOT_VIEWED;

    private Output out = () -> false;
    /** The index after the last message. */
    private int end;

    /**
     * The number of packet-ins to offer to the listeners together. Grows while they handle all of them together, so
     * that not many are shown to the first listeners in vain if a later one handles fewer.
     */
    private int window = CAPACITY;

    /**
     * Creates an empty object.
     *
     * @param currentCall of the thread
     */
    ReceivedPacketIns(CurrentCall currentCall) {
        this.currentCall = currentCall;
    }

    /**
     * Replaces the content by the packet-ins at the start of these bytes: of the usual form, well-formed, and without
     * another message between them.
     *
     * @param versionAndType the version and type of a packet-in
     * @param messageEnd proves the lengths of packet-ins whose packets are truncated
     * @param switchOutput the output of the switch
     * @return whether there is any
     */
    public boolean gather(
            byte[] bytes,
            int from,
            int to,
            int versionAndType,
            MessageEnd messageEnd,
            Output switchOutput,
            long receivedNanos) {
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
            int packetLength = PacketInView.totalLengthOf(bytes, at);
            if (frameLength != packetLength
                    && (frameLength > packetLength || !messageEnd.isProven(bytes, at, to, length))) {
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
    public void set(byte[] bytes, int at, int length, Output switchOutput, long receivedNanos) {
        clear(bytes, switchOutput, receivedNanos);
        view.receive(bytes, at, length, receivedNanos);
        viewed = 0;
        Ethernet header = view.frame();
        add(at, view.frameOffset(), view.inPort(), header.type(), header.vlan());
        end = at + length;
    }

    private void clear(byte[] bytes, Output switchOutput, long receivedNanos) {
        clear(bytes, receivedNanos);
        out = switchOutput;
        viewed = NOT_VIEWED;
    }

    /** Returns the index in the array of the message at the position, or after the last message. */
    public int nextMessage() {
        return position() == size() ? end : messageOffset(position());
    }

    // Dispatching

    /**
     * Lets the packet-in at the position pass through the pipeline, and with it as many of the following ones as all
     * its listeners handle. Advances the position.
     */
    public void dispatch(PipelineSnapshot pipeline, ServedSwitch sw) {
        int surrounding = currentCall.target();
        if (pipeline.singlePacketIn.length > 0) {
            dispatchSingle(pipeline, sw);
        } else {
            dispatchBatch(pipeline, sw);
        }
        // Not in a finally block, which is slower. After an exception, the thread ends the call.
        currentCall.end(surrounding);
    }

    private void dispatchSingle(PipelineSnapshot pipeline, ServedSwitch sw) {
        PacketInListener[] listeners = pipeline.singlePacketIn;
        int end = listeners.length;
        for (int i = 0; i < end; i++) {
            CallStatistics statistics = pipeline.packetInStatistics[i];
            currentCall.begin(statistics.id());
            try {
                if (listeners[i].packetIn(sw, view) == Next.STOP) {
                    end = pipeline.packetInObservers;
                }
            } catch (RuntimeException | Error e) {
                statistics.failed(sw, listeners[i], e);
            }
        }
    }

    private void dispatchBatch(PipelineSnapshot pipeline, ServedSwitch sw) {
        int start = position();
        int offered = Math.min(window, size() - start);
        int first = start;
        int limit = start + offered;
        int end = pipeline.packetIn.length;
        for (int i = 0; i < end; i++) {
            begin(first, limit, i < pipeline.packetInObservers);
            boolean failed = !call(pipeline.packetIn[i], pipeline.packetInStatistics[i], sw);
            if (!isStopped()) {
                // A listener that handled nothing has passed the first one.
                limit = Math.max(position(), first + 1);
            } else if (failed && position() < limit) {
                // No later listener sees the consumed ones. The one at which the listener failed continues.
                first = position();
                limit = first + 1;
            } else {
                limit = position();
                end = pipeline.packetInObservers;
            }
        }
        advanceTo(limit);
        int handled = limit - start;
        window = handled < offered ? handled : Math.min(2 * window, CAPACITY);
    }

    private boolean call(PacketInBatchListener listener, CallStatistics statistics, ServedSwitch sw) {
        currentCall.begin(statistics.id());
        try {
            listener.packetIns(sw, this);
            return true;
        } catch (RuntimeException | Error e) {
            statistics.failed(sw, PipelineSnapshot.original(listener), e);
            return false;
        }
    }

    /** Called when the thread has adopted another pipeline, possibly during the call of a listener. */
    public void pipelineChanged() {
        endCall();
    }

    @Override
    protected boolean isOutputFull() {
        return out.isFull();
    }

    @Override
    public PacketInContext packetIn() {
        if (viewed != position()) {
            int message = messageOffset(position());
            view.receive(array(), message, Header.length(array(), message), receivedNanos());
            viewed = position();
        }
        return view;
    }
}
