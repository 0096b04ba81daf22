package net.beaconcontroller.cli.remote.client;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A controller in another process, in which {@code app run} installs the application of a project. */
public final class RunningController {
    private final ControllerClient client;
    private final String url;
    /** The name of the application, as soon as it is installed. */
    private volatile String installed = "";

    public RunningController(ControllerClient client, String url) {
        this.client = client;
        this.url = url;
    }

    public ControllerClient client() {
        return client;
    }

    /**
     * Installs an application and starts it, or updates the installed application of its name.
     *
     * @return its state, with the reason if it does not run
     * @throws IOException if the controller does not answer or refuses the application; the message says why
     */
    public String install(String name, Path jar) throws IOException, InterruptedException {
        boolean isInstalled = JsonObject.list(client.get("applications")).stream()
                .anyMatch(application -> application.text("name").equals(name));
        client.sendApplication(isInstalled ? "PUT" : "POST", jar, "dryRun=false");
        installed = name;
        JsonObject application = JsonObject.of(client.get("applications/" + ApplicationNames.inPath(name)));
        String state = application.text("state");
        String reason = application.text("reason");
        return reason.isEmpty() ? state : state + ": " + reason;
    }

    /** Returns what remains of the application when this process ends, for people; nothing if it was not installed. */
    public Optional<String> farewell() {
        String name = installed;
        return name.isEmpty()
                ? Optional.empty()
                : Optional.of("%s stays installed in %s; 'beacon app remove %1$s' removes it".formatted(name, url));
    }
}
