package net.beaconcontroller.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.store.Document;
import net.beaconcontroller.openflow.Version;
import org.junit.jupiter.api.Test;

class TestStoreTest {
    record Rule(int port, boolean allow) {}

    @Test
    void keepsRecords() {
        try (var store = new TestStore()) {
            var rules = store.documents("firewall", Rule.class);
            long version = store.commit(rules.put("ssh", new Rule(22, false)));
            assertThat(rules.list()).isEqualTo(List.of(new Document<>("ssh", new Rule(22, false), version)));
        }
    }

    @Test
    void isRefusedOnTheLoopOfASwitch() throws Exception {
        try (var store = new TestStore();
                LiveController controller = LiveController.start()) {
            controller.connect(1, Version.OF13);
            Switch sw = controller.switchOf(1).orElseThrow();
            var read = new FutureTask<>(() -> store.get("firewall", "ssh"));
            sw.execute(read);
            assertThatThrownBy(() -> read.get(10, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("the store blocks and must not be called on an event loop;");
        }
    }
}
