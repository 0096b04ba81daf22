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
    private FakeController() {}

    /** Returns the command for a behaviour: listens, greets, silent, dies, stubborn, parent or loud. */
    static LaunchSpec launch(String behaviour) throws IOException {
        InetSocketAddress address = LaunchSpec.freeAddress();
        List<String> options = List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1");
        return new LaunchSpec(
                LaunchSpec.java(options, FakeController.class.getName(), List.of(behaviour, "" + address.getPort())),
                address);
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        System.out.println("stands in as " + args[0]);
        switch (args[0]) {
            case "greets" -> System.out.println("Beacon 0.1.0 listens; transport: nio; applications: none");
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
            var socket = new ServerSocket(Integer.parseInt(args[1]), 50, InetAddress.ofLiteral("127.0.0.1"));
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
