package net.beaconcontroller.cli.store;

import java.nio.file.Path;
import net.beaconcontroller.runtime.Settings;
import net.beaconcontroller.runtime.SettingsException;

/** The setting that has the path of the store. */
final class DataFolderOption {
    private DataFolderOption() {}

    /** Returns the file of the store. */
    static Path store(Settings settings) {
        return settings.store()
                .orElseThrow(() -> new SettingsException("data.folder=none: no store is kept; needs a folder"));
    }
}
