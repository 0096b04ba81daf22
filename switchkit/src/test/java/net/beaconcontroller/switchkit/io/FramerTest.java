package net.beaconcontroller.switchkit.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.MalformedMessageException;
import org.junit.jupiter.api.Test;

class FramerTest {
    private static final String HELLO = "0400000800000001";
    private static final String ECHO = "0402000a00000002abcd";
    private static final String TOO_SHORT = "0402000700000002";

    private final ByteBuffer input = ByteBuffer.allocate(1 << 16);
    private final Framer framer = new Framer(input);
    private final List<String> messages = new ArrayList<>();

    private void read(String hex) throws IOException {
        framer.read(new ByteArrayInputStream(Bytes.ofHex(hex).toArray())::read);
    }

    private void message(ByteBuffer in, int at, int length) {
        messages.add(Bytes.of(Framer.copy(in, at, length)).toString());
    }

    @Test
    void handlesCompleteMessagesAndKeepsTheRest() throws IOException {
        read(HELLO + ECHO.substring(0, 6));
        framer.split(this::message);
        assertThat(messages).containsExactly(HELLO);
        // Another connection uses the buffer.
        input.clear().put(new byte[100]);

        read(ECHO.substring(6) + HELLO);
        framer.split(this::message);

        assertThat(messages).containsExactly(HELLO, ECHO, HELLO);
    }

    @Test
    void keepsCompleteMessagesWhileTheConditionIsFalse() throws IOException {
        read(HELLO + ECHO + HELLO);
        framer.split(this::message, messages::isEmpty);
        assertThat(messages).containsExactly(HELLO);
        assertThat(framer.hasMessage()).isTrue();

        framer.splitRest(this::message, () -> true);

        assertThat(messages).containsExactly(HELLO, ECHO, HELLO);
        assertThat(framer.hasMessage()).isFalse();
    }

    @Test
    void refusesALengthThatIsShorterThanAHeader() throws IOException {
        read(TOO_SHORT);

        assertThatThrownBy(() -> framer.split(this::message))
                .isInstanceOf(MalformedMessageException.class)
                .hasMessage("a header with length 7, needs at least 8");
    }

    @Test
    void readsTheNextMessageOfAStream() throws IOException {
        var stream = new ByteArrayInputStream(
                Bytes.ofHex(HELLO + ECHO + ECHO.substring(2)).toArray());

        assertThat(Bytes.of(Framer.next(stream)).toString()).isEqualTo(HELLO);
        assertThat(Bytes.of(Framer.next(stream)).toString()).isEqualTo(ECHO);
        assertThatThrownBy(() -> Framer.next(stream)).isInstanceOf(EOFException.class);
    }
}
