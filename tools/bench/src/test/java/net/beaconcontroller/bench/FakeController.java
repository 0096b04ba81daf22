package net.beaconcontroller.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A process that replaces a controller, with a behaviour that the test selects. */
final class FakeController {
    /** An address that no other test uses, so that none takes a free port of it meanwhile. */
    private static final InetAddress HOST = InetAddress.ofLiteral("127.0.0.78");

    private FakeController() {}

    /** Returns the command for a behaviour: listens, silent, dies, stubborn, parent or loud. */
    static LaunchSpec launch(String behaviour) throws IOException {
        return launch(behaviour, freeAddress());
    }

    /** Returns the command of a controller that chooses its port and prints what Beacon prints. */
    static LaunchSpec launchGreeting() {
        return launch("greets", new InetSocketAddress(HOST, 0));
    }

    static InetSocketAddress freeAddress() throws IOException {
        try (var socket = new ServerSocket(0, 1, HOST)) {
            return new InetSocketAddress(HOST, socket.getLocalPort());
        }
    }

    private static LaunchSpec launch(String behaviour, InetSocketAddress address) {
        List<String> options = List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1");
        List<String> arguments = List.of(behaviour, "" + address.getPort());
        return new LaunchSpec(LaunchSpec.java(options, FakeController.class.getName(), arguments), address);
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        System.out.println("stands in as " + args[0]);
        switch (args[0]) {
            case "dies" -> {
                System.err.println("cannot bind: no luck today");
                System.exit(3);
            }
            case "stubborn" -> Runtime.getRuntime().addShutdownHook(new Thread(FakeController::stayForEver));
            case "parent" -> {
                var child = new ArrayList<>(
                        LaunchSpec.java(List.of(), FakeController.class.getName(), List.of("silent", "0")));
                System.out.println("child " + new ProcessBuilder(child).start().pid());
            }
            case "loud" -> {
                System.out.println("x".repeat(1 << 20) + " and that was all");
                System.exit(1);
            }
            default -> {}
        }
        if (!args[0].equals("silent")) {
            var socket = new ServerSocket(Integer.parseInt(args[1]), 50, HOST);
            if (args[0].equals("greets")) {
                System.out.printf(
                        "Beacon 0.1.0 listens for switches on %s:%d; transport: nio; applications: none%n",
                        HOST.getHostAddress(), socket.getLocalPort());
                System.out.printf(
                        "HTTP: open http://%s:8080/#code (this link is shown only once)%n", HOST.getHostAddress());
            }
            while (true) {
                socket.accept().close();
            }
        }
        stayForEver();
    }

    private static void stayForEver() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
