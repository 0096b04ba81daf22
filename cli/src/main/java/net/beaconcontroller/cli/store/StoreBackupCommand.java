package net.beaconcontroller.cli.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import net.beaconcontroller.cli.support.SettingsOptions;
import net.beaconcontroller.store.StoreFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code beacon store backup}. */
@Command(
        name = "backup",
        description =
                "Copies the store of the data folder to a file, as it is after one commit, and checks the copy. The"
                        + " controller may be running. The JAR files of applications are not part of the store.",
        footer = {
            "",
            "Examples:",
            "  beacon store backup beacon-backup.db",
            "  beacon store backup --data /var/lib/beacon /backup/beacon-$(date +%F).db"
        })
final class StoreBackupCommand implements Callable<Integer> {
    @Mixin
    private SettingsOptions settings;

    @Parameters(paramLabel = "FILE", description = "The file to write, which does not exist.")
    private Path file = Path.of("");

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Path store = DataFolderOption.store(settings.read());
        StoreFile.Copy copy = StoreFile.backup(store, file);
        spec.commandLine()
                .getOut()
                .printf(
                        "%s: backup of %s: %,d documents, revision %d, %,d bytes%n",
                        copy.file(), store, copy.documents(), copy.revision(), copy.bytes());
        return 0;
    }
}
