package net.beaconcontroller.cli.support;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** The web browser of the user. */
public final class Browser {
    private static final long MAX_SECONDS = 3;

    private Browser() {}

    /**
     * Opens a page. Waits up to three seconds for the command that opens it to fail. Other accounts of this machine may
     * read the address in the list of processes for a moment.
     *
     * @return whether there is a browser
     */
    public static boolean open(String url) {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        List<String> command = system.contains("mac")
                ? List.of("open", url)
                : system.contains("windows")
                        ? List.of("rundll32", "url.dll,FileProtocolHandler", url)
                        : List.of("xdg-open", url);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectInput(Redirect.PIPE)
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
            // some of these commands end at once, others with the browser
            return !process.waitFor(MAX_SECONDS, TimeUnit.SECONDS) || process.exitValue() == 0;
        } catch (IOException _) {
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
