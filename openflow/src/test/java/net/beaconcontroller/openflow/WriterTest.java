package net.beaconcontroller.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.flyweight.FlowModEncoder;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.EchoReply;
import net.beaconcontroller.openflow.message.FlowMod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WriterTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8, 100})
    void growsWithItsContent(int capacity) {
        var out = new Writer(capacity);
        for (int i = 0; i < 100; i++) {
            out.append(new byte[] {(byte) i, (byte) -i, 7});
        }
        assertThat(out.length()).isEqualTo(300);
        assertThat(Bytes.of(out.array(), 297, 3)).isEqualTo(Bytes.ofHex("639d07"));
        assertThat(Bytes.of(out.array(), 0, 3)).isEqualTo(Bytes.ofHex("000007"));
    }

    @Test
    void discardsFromTheFront() {
        var out = new Writer(8);
        out.append(new byte[] {1, 2, 3, 4, 5});
        out.discard(3);
        assertThat(Bytes.of(out.array(), 0, out.length())).isEqualTo(Bytes.ofHex("0405"));
        out.append(new byte[] {6});
        assertThat(Bytes.of(out.array(), 0, out.length())).isEqualTo(Bytes.ofHex("040506"));
    }

    @Test
    void trimShrinksAnArrayWithLittleContent() {
        var out = new Writer(1_000);
        out.append(new byte[] {1, 2, 3});
        out.trim(3);
        assertThat(out.array()).hasSize(3);
        assertThat(Bytes.of(out.array(), 0, out.length())).isEqualTo(Bytes.ofHex("010203"));
    }

    @Test
    void trimKeepsAnArrayWithMoreContent() {
        var out = new Writer(1_000);
        out.append(new byte[11]);
        out.trim(10);
        assertThat(out.array()).hasSize(1_000);
    }

    @Test
    void trimKeepsASmallArray() {
        var out = new Writer(5);
        out.trim(10);
        assertThat(out.array()).hasSize(5);
    }

    @Test
    void callsCommittedForEachCompleteMessage() {
        List<Integer> types = new ArrayList<>();
        var out = new Writer(8) {
            @Override
            protected void committed(int type) {
                types.add(type);
            }
        };
        var flow = new FlowModEncoder(Version.OF13, out);
        Messages.encode(new BarrierRequest(), Version.OF13, 1, out);
        flow.begin(FlowMod.Command.ADD, 1).output(1);
        flow.begin(FlowMod.Command.ADD, 2).output(2).send();
        Messages.encode(new EchoReply(Bytes.EMPTY), Version.OF13, 1, out);
        assertThat(types).containsExactly(20, 14, 3);
    }

    @Test
    void containsTheMessageWhenItCallsCommitted() {
        List<Bytes> contents = new ArrayList<>();
        var out = new Writer(8) {
            @Override
            protected void committed(int type) {
                contents.add(Bytes.of(array(), 0, length()));
            }
        };
        Messages.encode(new BarrierRequest(), Version.OF13, 1, out);
        assertThat(contents).containsExactly(Bytes.ofHex("0414000800000001"));
    }
}
