package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import net.beaconcontroller.cli.remote.TopTables.Order;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.cli.remote.client.JsonObject;
import net.beaconcontroller.cli.remote.screen.Screen;

/** The rates of a controller, as a screen shows them. Used by one thread. */
final class TopScreen implements Screen.Content {
    private final ControllerClient client;
    private Order order;
    private JsonObject sample;
    private boolean isFirst = true;
    private String tables = "";

    /** Fails, before the terminal changes, if no controller answers. */
    TopScreen(ControllerClient client, Order order) throws IOException, InterruptedException {
        this.client = client;
        this.order = order;
        sample = JsonObject.of(client.get("performance"));
    }

    @Override
    public String update() throws InterruptedException {
        if (isFirst) {
            isFirst = false;
            return "measuring";
        }
        try {
            JsonObject now = JsonObject.of(client.get("performance"));
            var text = new StringWriter();
            TopTables.print(JsonObject.of(Rates.between(sample, now)), order, new PrintWriter(text, true));
            tables = text.toString();
            sample = now;
            return "sorted by %s; keys: P packet-ins, O packet-outs, F flow-mods, N name, Q end"
                    .formatted(order.text());
        } catch (IOException e) {
            return "no connection: " + e.getMessage();
        }
    }

    @Override
    public String text() {
        return tables;
    }

    @Override
    public void key(int key) {
        order = switch (key) {
            case 'p' -> Order.PACKET_INS;
            case 'o' -> Order.PACKET_OUTS;
            case 'f' -> Order.FLOW_MODS;
            case 'n' -> Order.NAME;
            default -> order;
        };
    }
}
