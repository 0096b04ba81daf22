package net.beaconcontroller.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import net.beaconcontroller.cli.run.ControllerRun;
import net.beaconcontroller.cli.run.EmulationOptions;
import net.beaconcontroller.cli.support.DebugOption;
import net.beaconcontroller.cli.support.SettingsOptions;
import net.beaconcontroller.emulator.command.Emulation;
import net.beaconcontroller.runtime.Settings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code beacon run}: runs the controller until it is stopped. */
@Command(
        name = "run",
        description = "Runs the controller until it is stopped by Ctrl-C or SIGTERM.",
        footer = {
            "",
            "Examples:",
            "  beacon run",
            "  beacon run --apps hub -D controller.listen=127.0.0.1:6633",
            "  beacon run --config beacon.conf --apps learningswitch,my-app-1.0.jar",
            "  beacon run --emulate tree,2,3        with an emulated network",
            "  beacon run --emulate fattree,4 --open    and its map in a browser",
            "  beacon run --debug                   then connect a debugger to port 5005",
            "  echo pingall | beacon run --emulate ring,4"
        })
final class RunCommand implements Callable<Integer> {
    @Mixin
    private SettingsOptions settings;

    @Mixin
    private EmulationOptions emulation;

    @Mixin
    private DebugOption debug;

    @Option(names = "--open", description = "Opens the web page of the controller in a browser.")
    private boolean open;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Settings read = settings.read(debug);
        Emulation.Plan network = emulation.read();
        ControllerRun run = ControllerRun.start(read, spec.commandLine().getOut());
        if (open) {
            run.openPage();
        }
        return run.await(network);
    }
}
