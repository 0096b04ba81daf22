package net.beaconcontroller.bench.responder;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.MessageSplitter;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.FeaturesRequest;
import net.beaconcontroller.openflow.message.Hello;

/**
 * A connection of a switch to the null controller. A protocol error closes only this connection. Confined to the thread
 * of its loop.
 */
final class SwitchConnection {
    /** Message types with the same number in all versions. */
    private static final int HELLO = MessageType.HELLO.wire(Version.OF10);

    private static final int ECHO_REQUEST = MessageType.ECHO_REQUEST.wire(Version.OF10);
    private static final int ECHO_REPLY = MessageType.ECHO_REPLY.wire(Version.OF10);
    private static final int PACKET_IN = MessageType.PACKET_IN.wire(Version.OF10);

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel channel;
    private final ResponderLoop loop;
    private final SelectionKey key;
    private final MessageSplitter messages;
    private Version version = Version.OF10;
    private FlowModBatch flowMods;

    /** Bytes that the socket did not accept. Until they are written, nothing is read. */
    private ByteBuffer unsent = NOTHING;

    private SwitchConnection(SocketChannel channel, ResponderLoop loop, Selector selector) throws IOException {
        this.channel = channel;
        this.loop = loop;
        this.messages = new MessageSplitter(loop.input());
        this.flowMods = loop.flowMods(version);
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        this.key = channel.register(selector, SelectionKey.OP_READ, (Runnable) this::ready);
        send(ByteBuffer.wrap(Messages.encode(Hello.offering(Load.VERSIONS), Version.OF13, 0)));
    }

    static void open(SocketChannel channel, ResponderLoop loop, Selector selector) throws IOException {
        try {
            new SwitchConnection(channel, loop, selector);
        } catch (IOException _) {
            channel.close();
        }
    }

    private void ready() {
        try {
            if (unsent.hasRemaining()) {
                flushUnsent();
            } else {
                read();
            }
        } catch (IOException | MalformedMessageException _) {
            // The batch is shared with other switches.
            flowMods.take();
            close();
        }
    }

    private void close() {
        try {
            channel.close();
        } catch (IOException _) {
            // Nothing to release.
        }
    }

    /** Reads and answers messages. Closes the connection at the end of the stream. */
    private void read() throws IOException {
        if (messages.read(channel) < 0) {
            close();
            return;
        }
        messages.split(this::message);
        send(flowMods.take());
    }

    private void message(ByteBuffer in, int at, int length) throws IOException {
        int type = in.get(at + 1);
        if (type == PACKET_IN) {
            answer(in, at, length);
        } else if (type == HELLO) {
            hello(MessageSplitter.copy(in, at, length));
        } else if (type == ECHO_REQUEST) {
            byte[] reply = MessageSplitter.copy(in, at, length);
            reply[1] = (byte) ECHO_REPLY;
            // Answers keep the order of the requests.
            send(flowMods.take());
            send(ByteBuffer.wrap(reply));
        }
    }

    private void answer(ByteBuffer in, int at, int length) throws IOException {
        flowMods.add(in, at, length);
        if (flowMods.isFull()) {
            send(flowMods.take());
        }
    }

    private void hello(byte[] message) throws IOException {
        Hello hello = Messages.decodeHello(message, 0, message.length);
        version = hello.negotiate(Load.VERSIONS, Header.version(message, 0))
                .orElseThrow(() -> new IOException("unsupported version; needs OpenFlow " + Load.versions()));
        flowMods = loop.flowMods(version);
        send(ByteBuffer.wrap(Messages.encode(new FeaturesRequest(), version, 1)));
    }

    private void send(ByteBuffer out) throws IOException {
        if (!unsent.hasRemaining()) {
            channel.write(out);
        }
        if (out.hasRemaining()) {
            var both = ByteBuffer.allocate(unsent.remaining() + out.remaining());
            unsent = both.put(unsent).put(out).flip();
            key.interestOps(SelectionKey.OP_WRITE);
        }
    }

    private void flushUnsent() throws IOException {
        channel.write(unsent);
        if (!unsent.hasRemaining()) {
            unsent = NOTHING;
            key.interestOps(SelectionKey.OP_READ);
        }
    }
}
