package net.beaconcontroller.cli.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import net.beaconcontroller.cli.support.SettingsOptions;
import net.beaconcontroller.runtime.DataFolder;
import net.beaconcontroller.runtime.Settings;
import net.beaconcontroller.store.StoreFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code beacon store restore}. */
@Command(
        name = "restore",
        description =
                "Replaces the store of the data folder by a backup, after a check of the backup. The controller must"
                        + " not be running. The previous store is kept beside the new one.",
        footer = {
            "",
            "Examples:",
            "  beacon store restore beacon-backup.db",
            "  beacon store restore --data /var/lib/beacon /backup/beacon-2026-11-24.db"
        })
final class StoreRestoreCommand implements Callable<Integer> {
    @Mixin
    private SettingsOptions settings;

    @Parameters(paramLabel = "FILE", description = "A file that 'beacon store backup' has written.")
    private Path file = Path.of("");

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Settings read = settings.read();
        Path store = DataFolderOption.store(read);
        try (DataFolder _ = read.openDataFolder()) {
            boolean replaces = Files.exists(store);
            StoreFile.Copy copy = StoreFile.restore(file, store);
            spec.commandLine()
                    .getOut()
                    .printf(
                            "%s: restored from %s: %,d documents, revision %d%s%n",
                            store,
                            file,
                            copy.documents(),
                            copy.revision(),
                            replaces ? "; the previous store is " + StoreFile.replaced(store) : "");
        }
        return 0;
    }
}
