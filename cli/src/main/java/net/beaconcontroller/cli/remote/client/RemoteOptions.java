package net.beaconcontroller.cli.remote.client;

import java.io.IOException;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.beaconcontroller.console.UsageException;
import net.beaconcontroller.runtime.DataFolder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that select a running controller. */
public final class RemoteOptions {
    private static final String DEFAULT_URL = "http://127.0.0.1:8080";

    /** The data folder of the service, if the package is installed. */
    private static final Path SERVICE_DATA = Path.of("/var/lib/beacon");

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "The address of the controller. Default: the environment variable BEACON_URL, else "
                    + DEFAULT_URL + ".")
    private @Nullable String url;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "A file with the token. Default: the environment variable BEACON_TOKEN has the token itself,"
                    + " else the file 'token' in the data folder, which the controller writes; this folder is that of"
                    + " the environment variable BEACON_DATA_FOLDER, else ~/.beacon, or /var/lib/beacon if the service"
                    + " runs and no controller of the same account.")
    private @Nullable Path tokenFile;

    /** Returns whether the command line has one of these options. */
    public boolean isPresent() {
        return url != null || tokenFile != null;
    }

    /**
     * Returns the controller that the options or the environment select, else the one at the default address, if any.
     *
     * @throws IOException if the selected controller does not answer, or refuses the token
     */
    public Optional<RunningController> running() throws IOException, InterruptedException {
        String address = address();
        if (address.equals(DEFAULT_URL) && !isPresent() && !ControllerClient.answers(URI.create(DEFAULT_URL))) {
            return Optional.empty();
        }
        ControllerClient client = client();
        client.get("status");
        return Optional.of(new RunningController(client, address));
    }

    public ControllerClient client() throws IOException {
        return new ControllerClient(URI.create(address()), token());
    }

    private String address() {
        String variable = System.getenv("BEACON_URL");
        String text = url != null ? url : variable != null ? variable : DEFAULT_URL;
        if (!text.matches("https?://[^/]+/?")) {
            throw new UsageException("--url %s: needs http://HOST:PORT or https://HOST:PORT".formatted(text));
        }
        return text;
    }

    /** Returns the arguments that give these options to another command. */
    public List<String> arguments() {
        var arguments = new ArrayList<String>();
        if (url != null) {
            arguments.addAll(List.of("--url", url));
        }
        if (tokenFile != null) {
            arguments.addAll(List.of("--token-file", tokenFile.toString()));
        }
        return arguments;
    }

    private String token() throws IOException {
        String variable = System.getenv("BEACON_TOKEN");
        if (tokenFile == null && variable != null) {
            return variable;
        }
        Path file = tokenFile != null ? tokenFile : dataFolder().resolve("token");
        try {
            return Files.readString(file).strip();
        } catch (AccessDeniedException e) {
            throw new IOException(
                    "%s: only its owner and root may read it; try sudo, or give a token of your own with --token-file"
                            .formatted(file),
                    e);
        } catch (NoSuchFileException e) {
            throw new IOException(
                    ("%s has no token; a controller writes it there when it starts; give another file with "
                                    + "--token-file, or the token in the environment variable BEACON_TOKEN")
                            .formatted(file),
                    e);
        }
    }

    private static Path dataFolder() {
        String variable = System.getenv("BEACON_DATA_FOLDER");
        if (variable != null) {
            return Path.of(variable);
        }
        Path own = Path.of(System.getProperty("user.home"), ".beacon");
        return Files.isDirectory(SERVICE_DATA) && DataFolder.user(own).isEmpty() ? SERVICE_DATA : own;
    }
}
