package net.beaconcontroller.core;

import static net.beaconcontroller.core.ControllerFixture.EACH_DESIGN;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.flyweight.HostPairFlow;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages arrive at the switch in the order of the calls that sent them, whichever threads called. */
@Tag(EACH_DESIGN)
class SendOrderTest {
    private static final int COOKIE = 4711;
    private static final FlowMod DELETE =
            FlowMod.delete().cookie(COOKIE).match(Field.IN_PORT.is(1)).build();

    private static Message await(ScriptedSwitch fake, long cookie) throws Exception {
        return fake.await(received -> (received.message() instanceof FlowMod mod && mod.cookie() == cookie)
                        || (received.message() instanceof EchoRequest(Bytes data) && data.length() > 0))
                .message();
    }

    /** Lets another thread send a message, and then the switch's thread, by each of the given ways. */
    private static void theOtherThreadIsFirst(List<BiConsumer<Switch, PacketInContext>> ways, Consumer<Switch> first)
            throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            Switch sw = fixture.active(1);
            for (BiConsumer<Switch, PacketInContext> way : ways) {
                var inside = new CompletableFuture<Void>();
                var sent = new CompletableFuture<Void>();
                try (var _ = fixture.controller.register("second", (PacketInListener) (_, in) -> {
                    inside.complete(null);
                    sent.orTimeout(10, TimeUnit.SECONDS).join();
                    way.accept(sw, in);
                    return Next.STOP;
                })) {
                    fake.send(ControllerFixture.packetIn(1));
                    inside.get(10, TimeUnit.SECONDS);
                    first.accept(sw);
                    sent.complete(null);
                    assertThat(await(fake, COOKIE))
                            .isInstanceOfSatisfying(FlowMod.class, mod -> assertThat(mod.command())
                                    .isEqualTo(DELETE.command()));
                    await(fake, COOKIE);
                }
            }
        }
    }

    private static final List<BiConsumer<Switch, PacketInContext>> WAYS = List.of(
            (sw, _) -> sw.send(FlowMod.add().cookie(COOKIE).build()),
            (sw, _) -> sw.addFlow().cookie(COOKIE).output(1).send(),
            (sw, in) -> sw.addFlow(HostPairFlow.DEFAULT.withCookie(COOKIE), in, 1),
            (sw, _) -> {
                var _ = sw.request(new EchoRequest(Bytes.ofHex("01")));
            },
            (sw, _) -> {
                var _ = sw.sendConfirmed(List.of(FlowMod.add().cookie(COOKIE).build()));
            });

    @Test
    void theLoopDoesNotOvertakeAMessageOfAnotherThread() throws Exception {
        theOtherThreadIsFirst(WAYS, sw -> sw.send(DELETE));
    }

    @Test
    void theLoopDoesNotOvertakeAConfirmedMessageOfAnotherThread() throws Exception {
        theOtherThreadIsFirst(WAYS, sw -> {
            var _ = sw.sendConfirmed(List.of(DELETE));
        });
    }
}
