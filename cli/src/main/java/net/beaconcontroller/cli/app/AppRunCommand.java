package net.beaconcontroller.cli.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.cli.emulate.Emulation;
import net.beaconcontroller.cli.emulate.EmulationOptions;
import net.beaconcontroller.cli.run.ControllerRun;
import net.beaconcontroller.cli.support.Image;
import net.beaconcontroller.cli.support.SettingsOptions;
import net.beaconcontroller.runtime.ApplicationChange;
import net.beaconcontroller.runtime.ApplicationException;
import net.beaconcontroller.runtime.Applications;
import net.beaconcontroller.runtime.LogConfiguration;
import net.beaconcontroller.runtime.SettingsException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code beacon app run}: runs the application of a project, and reloads it when its sources change. */
@Command(
        name = "run",
        description = "Runs the application whose project is in the current folder, with those that it needs and those"
                + " of --apps, and reloads it when a source is saved. Errors of the compiler are printed, and the"
                + " version before continues.",
        footer = {
            "",
            "Examples:",
            "  beacon app run --emulate tree,2,2",
            "  beacon app run --emulate tree,2,2 --apps learningswitch -D app.my-app.window=1s"
        })
final class AppRunCommand implements Callable<Integer> {
    @Mixin
    private SettingsOptions settings;

    @Mixin
    private EmulationOptions emulation;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Emulation.Plan network = emulation.read();
        MavenProject project = MavenProject.read(Path.of(""));
        LocalRepository.ofUser(System.getenv(), Path.of(System.getProperty("user.home")))
                .install(Image.repository());
        var watcher = new SourceWatcher(project.watched());
        print("reading the dependencies of %s ...".formatted(project));
        var build = new ProjectBuild(project, project.classPath());
        Path jar = buildUntilItCompiles(build, watcher);
        ControllerRun controller = ControllerRun.start(
                settings.readWith(jar.toString(), build.output().resolve("data").toString()),
                spec.commandLine().getOut());
        Applications applications = controller.beacon().applications();
        Thread.ofVirtual().name("app-run").start(() -> reload(watcher, build, applications));
        return controller.await(network);
    }

    private static Path buildUntilItCompiles(ProjectBuild build, SourceWatcher watcher)
            throws IOException, InterruptedException {
        while (true) {
            try {
                return build.build();
            } catch (BuildException e) {
                print(String.valueOf(e.getMessage()));
                print("waiting for a change ...");
                watcher.await();
            }
        }
    }

    /** Updates the application after each change of a source, until the process ends. */
    private static void reload(SourceWatcher watcher, ProjectBuild build, Applications applications) {
        while (true) {
            try {
                List<Path> changed = watcher.await();
                long begin = System.nanoTime();
                changed.forEach(file -> print("changed: " + file));
                Path jar = build.build();
                applications.apply(List.of(new ApplicationChange.Update(jar, jar.toString())), false);
                double seconds = (System.nanoTime() - begin) / (double) TimeUnit.SECONDS.toNanos(1);
                print("updated in %.1f s".formatted(seconds));
            } catch (BuildException | ApplicationException | SettingsException e) {
                print(String.valueOf(e.getMessage()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException _) {
                return;
            }
        }
    }

    private static void print(String lines) {
        LogConfiguration.print(lines + System.lineSeparator());
    }
}
