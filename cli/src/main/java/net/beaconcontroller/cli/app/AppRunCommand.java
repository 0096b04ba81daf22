package net.beaconcontroller.cli.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.cli.remote.client.RemoteOptions;
import net.beaconcontroller.cli.remote.client.RunningController;
import net.beaconcontroller.cli.run.ControllerRun;
import net.beaconcontroller.cli.run.EmulationOptions;
import net.beaconcontroller.cli.support.DebugOption;
import net.beaconcontroller.cli.support.Image;
import net.beaconcontroller.cli.support.SettingsOptions;
import net.beaconcontroller.console.StopHook;
import net.beaconcontroller.console.UsageException;
import net.beaconcontroller.emulator.command.Emulation;
import net.beaconcontroller.net.Words;
import net.beaconcontroller.runtime.Application;
import net.beaconcontroller.runtime.ApplicationChange;
import net.beaconcontroller.runtime.ApplicationException;
import net.beaconcontroller.runtime.Applications;
import net.beaconcontroller.runtime.LogConfiguration;
import net.beaconcontroller.runtime.SettingsException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code beacon app run}: runs the application of a project, and reloads it when its sources change. */
@Command(
        name = "run",
        description = "Compiles the application whose project is in the current folder, installs it in the running"
                + " controller, and updates it when a source is saved. Errors of the compiler are printed, and the"
                + " version before continues. If no controller runs, or if --emulate, --apps, --config, --debug or -D"
                + " is given, starts one, with the applications that this one needs and those of --apps.",
        footer = {
            "",
            "Examples:",
            "  beacon app run                       in the running controller",
            "  beacon app run --emulate tree,2,2    in a new one, with emulated switches",
            "  beacon app run --apps learningswitch -D app.my-app.window=1s"
        })
final class AppRunCommand implements Callable<Integer> {
    @Mixin
    private SettingsOptions settings;

    @Mixin
    private EmulationOptions emulation;

    @Mixin
    private DebugOption debug;

    @Mixin
    private RemoteOptions remote;

    @Spec
    private CommandSpec spec;

    /** Where the application runs. */
    @FunctionalInterface
    private interface Installation {
        /**
         * Installs the application in a JAR file, or updates it.
         *
         * @return its state, with the reason if it does not run
         */
        String put(String name, Path jar) throws IOException, InterruptedException;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Emulation.Plan network = emulation.read();
        boolean isNew = network != null || settings.isPresent() || debug.isPresent();
        if (isNew && remote.isPresent()) {
            throw new UsageException("--url and --token-file select a running controller, but --emulate, --apps, "
                    + "--config, --debug and -D are for a new one");
        }
        MavenProject project = MavenProject.read(Path.of(""));
        Optional<RunningController> running = isNew ? Optional.empty() : remote.running();
        LocalRepository.ofUser(System.getenv(), Path.of(System.getProperty("user.home")))
                .install(Image.repository());
        var watcher = new SourceWatcher(project.watched());
        print("reading the dependencies of %s ...".formatted(project));
        var build = new ProjectBuild(project, project.classPath());
        return running.isPresent() ? runIn(running.get(), build, watcher) : runInNewController(network, build, watcher);
    }

    private static int runIn(RunningController controller, ProjectBuild build, SourceWatcher watcher)
            throws IOException, InterruptedException {
        try (var _ = new StopHook(() -> controller.farewell().ifPresent(AppRunCommand::print))) {
            update(build, controller::install);
            reload(watcher, build, controller::install);
            return 0;
        }
    }

    private int runInNewController(Emulation.@Nullable Plan network, ProjectBuild build, SourceWatcher watcher)
            throws IOException, InterruptedException {
        Path jar = buildUntilItCompiles(build, watcher);
        ControllerRun controller = ControllerRun.start(
                settings.readWith(jar.toString(), build.output().resolve("data").toString(), debug),
                spec.commandLine().getOut());
        Applications applications = controller.beacon().applications();
        Thread.ofVirtual().name("app-run").start(() -> {
            try {
                reload(watcher, build, (name, file) -> update(applications, name, file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException _) {
                // The process ends.
            }
        });
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
    private static void reload(SourceWatcher watcher, ProjectBuild build, Installation installation)
            throws IOException, InterruptedException {
        while (true) {
            watcher.await().forEach(file -> print("changed: " + file));
            update(build, installation);
        }
    }

    /** Builds the application and updates it. Prints the result, or why it is not possible. */
    private static void update(ProjectBuild build, Installation installation) throws InterruptedException {
        try {
            long begin = System.nanoTime();
            Path jar = build.build();
            String name = ProjectBuild.nameOf(jar);
            String state = installation.put(name, jar);
            double seconds = (System.nanoTime() - begin) / (double) TimeUnit.SECONDS.toNanos(1);
            print("%s is %s (built and installed in %.1f s)".formatted(name, state, seconds));
        } catch (BuildException | ApplicationException | SettingsException | IOException e) {
            print(String.valueOf(e.getMessage()));
        }
    }

    private static String update(Applications applications, String name, Path jar) {
        applications.apply(List.of(new ApplicationChange.Update(jar, jar.toString())), false);
        Application application = applications.find(name).orElseThrow();
        String state = Words.of(application.state());
        return application.reason().isEmpty() ? state : state + ": " + application.reason();
    }

    private static void print(String lines) {
        LogConfiguration.print(lines + System.lineSeparator());
    }
}
