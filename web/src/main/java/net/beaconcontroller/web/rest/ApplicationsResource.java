package net.beaconcontroller.web.rest;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import net.beaconcontroller.api.store.NotStoredException;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.api.web.Example;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.core.pipeline.ApplicationHealth;
import net.beaconcontroller.net.Words;
import net.beaconcontroller.openflow.DatapathId;
import net.beaconcontroller.runtime.AlreadyInstalledException;
import net.beaconcontroller.runtime.Application;
import net.beaconcontroller.runtime.ApplicationChange;
import net.beaconcontroller.runtime.ApplicationException;
import net.beaconcontroller.runtime.ApplicationStep;
import net.beaconcontroller.runtime.Applications;
import net.beaconcontroller.runtime.Beacon;
import net.beaconcontroller.runtime.SettingsException;
import net.beaconcontroller.web.access.Caller;
import net.beaconcontroller.web.http.Body;
import org.jspecify.annotations.Nullable;

/** The installed applications, and changes of them. */
@Path("applications")
@Produces("application/json")
public final class ApplicationsResource {
    private static final String ORIGIN = "where the file comes from, for people";
    private static final String DRY_RUN = "whether to return the steps without making them";

    private final Beacon beacon;
    private final Applications applications;

    /** An installed application. */
    public record ApplicationView(
            @Description("its name") String name,
            @Description("its version") String version,

            @Description("stopped, running, waiting (for something that it needs), failed or quarantined")
            String state,

            @Description("why it is in this state; empty if it runs or is stopped as wished")
            String reason,

            @Description("where it comes from: built in, a path or a URL")
            String origin,

            @Description("the services that it provides") List<String> provides,

            @Description("the services and packages that it needs of other applications")
            List<Need> needs,

            @Description("the applications that need it") List<String> neededBy,

            @Description("starts and stops of its versions that have not returned within isolation.lifecycle-time, with"
                    + " their threads")
            List<String> hanging,

            @Description("number of exceptions that it has thrown since it was started")
            long failures,

            @Description("share, 0 to 1, of the time of a loop that it took in the last second")
            double loopShare,

            @Description("duration of its longest call on a loop, 0 if none took 10 ms")
            double longestCallMillis,

            @Description("number of its calls on loops that lasted longer than isolation.slow-call")
            long slowCalls,

            @Description("the connected switches that it does not serve, because most of its exceptions were for them")
            List<String> unservedSwitches) {}

    /** Something that an application needs of another. */
    public record Need(
            @Description("package or service") String kind,
            @Description("its name") String name,

            @Description("the application that has it; empty if none has")
            String provider) {}

    /** Changes to make in one step. */
    public record Changes(
            @Description("the changes: all are made, or none") @Nullable
            List<Change> changes) {}

    /** A change. */
    public record Change(
            @Description("install, update, start, stop or remove") @Nullable
            String action,

            @Description("the application to start, stop or remove") @Nullable
            String application,

            @Description("where the JAR file to install or update is: a URL, from which the controller fetches it")
            @Nullable
            String url,

            @Description("whether to start the installed application; true if left out") @Nullable
            Boolean start) {}

    /** The steps of a change. */
    public record Plan(
            @Description("the steps in their order, with those that the changes imply")
            List<Step> steps,

            @Description(DRY_RUN) boolean dryRun) {}

    /** A step. */
    public record Step(
            @Description("install, update, start, resume, restart, wait, stop or remove")
            String action,

            @Description("the application that changes") String application,
            @Description("its version after the step") String version,

            @Description("why the step is necessary; empty for a requested step")
            String reason,

            @Description(
                    "the start or stop of the step that has not returned in time, with its thread; empty if it has")
            String hanging,

            @Description("whether the step was made") boolean done) {}

    public ApplicationsResource(Beacon beacon) {
        this.beacon = beacon;
        this.applications = beacon.applications();
    }

    @GET
    @Description("Returns the installed applications, ordered by name.")
    public List<ApplicationView> list() {
        List<ApplicationHealth> health = beacon.controller().health();
        return applications.list().stream()
                .map(application -> describe(application, health))
                .toList();
    }

    @GET
    @Path("{name}")
    @Description("Returns an installed application.")
    public ApplicationView get(@PathParam("name") @Description("its name") @Example("hub") String name) {
        return applications
                .find(name)
                .map(application -> describe(application, beacon.controller().health()))
                .orElseThrow(() -> absent(name));
    }

    @POST
    @Consumes({"application/java-archive", "application/octet-stream"})
    @Description("Installs the application in a JAR file. Refused if one of its name is installed.")
    public Plan install(
            InputStream jar,
            @QueryParam("start") @DefaultValue("true") @Description("whether to start the installed application")
                    boolean start,
            @QueryParam("dryRun") @DefaultValue("false") @Description(DRY_RUN) boolean dryRun,
            @QueryParam("origin") @DefaultValue("upload") @Description(ORIGIN) String origin,
            @Context SecurityContext security)
            throws IOException {
        try (var file = JarFileCopy.of(jar)) {
            return apply(List.of(new ApplicationChange.Install(file.path(), origin, start)), dryRun, security);
        }
    }

    @PUT
    @Consumes({"application/java-archive", "application/octet-stream"})
    @Description("Updates the application of the same name to the version in a JAR file.")
    public Plan update(
            InputStream jar,
            @QueryParam("dryRun") @DefaultValue("false") @Description(DRY_RUN) boolean dryRun,
            @QueryParam("origin") @DefaultValue("upload") @Description(ORIGIN) String origin,
            @Context SecurityContext security)
            throws IOException {
        try (var file = JarFileCopy.of(jar)) {
            return apply(List.of(new ApplicationChange.Update(file.path(), origin)), dryRun, security);
        }
    }

    @POST
    @Path("changes")
    @Consumes("application/json")
    @Description("Makes several changes in one step: all, or none if one is not possible.")
    public Plan change(
            @Example("{\"changes\": [{\"action\": \"stop\", \"application\": \"hub\"}]}") Changes body,
            @QueryParam("dryRun") @DefaultValue("false") @Description(DRY_RUN) boolean dryRun,
            @Context SecurityContext security)
            throws IOException {
        List<Change> changes = Body.require("changes", Body.require(body).changes);
        if (changes.isEmpty()) {
            throw Problem.ofField("changes", List.of(), "needs one change or more");
        }
        var files = new ArrayList<JarFileCopy>();
        try {
            var all = new ArrayList<ApplicationChange>();
            boolean installs = changes.stream().anyMatch(change -> change != null && change.url != null);
            for (int i = 0; i < changes.size(); i++) {
                all.add(read(changes.get(i), "changes[%d]".formatted(i), installs, files));
            }
            return apply(all, dryRun, security);
        } finally {
            for (JarFileCopy file : files) {
                file.close();
            }
        }
    }

    /** Reads a change. Fetches the file of an installation or update, and adds it to the files. */
    private ApplicationChange read(@Nullable Change change, String field, boolean installs, List<JarFileCopy> files) {
        Change present = Body.require(field, change);
        String action = Body.require(field + ".action", present.action);
        return switch (action) {
            case "install" -> {
                JarFileCopy file = fetch(present, field, files);
                yield new ApplicationChange.Install(
                        file.path(), String.valueOf(present.url), present.start == null || present.start);
            }
            case "update" ->
                new ApplicationChange.Update(fetch(present, field, files).path(), String.valueOf(present.url));
            case "start" -> new ApplicationChange.Start(application(present, field, installs));
            case "stop" -> new ApplicationChange.Stop(application(present, field, installs));
            case "remove" -> new ApplicationChange.Remove(application(present, field, installs));
            default -> throw Problem.ofField(field + ".action", action, "needs install, update, start, stop or remove");
        };
    }

    private static JarFileCopy fetch(Change change, String field, List<JarFileCopy> files) {
        String url = Body.require(field + ".url", change.url);
        try {
            JarFileCopy file = JarFileCopy.fetch(url);
            files.add(file);
            return file;
        } catch (IOException | IllegalArgumentException e) {
            throw Problem.ofField(field + ".url", url, "cannot be fetched: " + e.getMessage());
        }
    }

    private String application(Change change, String field, boolean installs) {
        String name = Body.require(field + ".application", change.application);
        if (!installs && applications.find(name).isEmpty()) {
            throw absent(name).at(field + ".application", name);
        }
        return name;
    }

    private Problem absent(String name) {
        return Problem.of(
                404,
                "application %s is not installed; installed are: %s"
                        .formatted(
                                name,
                                applications.list().stream()
                                        .map(Application::name)
                                        .collect(Collectors.joining(", "))));
    }

    private Plan apply(List<ApplicationChange> changes, boolean dryRun, SecurityContext security) {
        List<ApplicationStep> steps;
        try {
            steps = applications.apply(changes, dryRun);
        } catch (ApplicationException | SettingsException e) {
            Problem problem =
                    Problem.of(e.getCause() instanceof NotStoredException ? 507 : 409, String.valueOf(e.getMessage()));
            throw e instanceof AlreadyInstalledException ? problem.withCode(Problem.EXISTS) : problem;
        }
        ((Caller) security.getUserPrincipal())
                .note((dryRun ? "dry run: " : "")
                        + steps.stream()
                                .map(step -> "%s %s %s"
                                        .formatted(Words.of(step.action()), step.application(), step.version()))
                                .collect(Collectors.joining(", ")));
        return new Plan(
                steps.stream()
                        .map(step -> new Step(
                                Words.of(step.action()),
                                step.application(),
                                step.version(),
                                step.reason(),
                                step.hanging(),
                                !dryRun))
                        .toList(),
                dryRun);
    }

    private static ApplicationView describe(Application application, List<ApplicationHealth> all) {
        ApplicationHealth health = all.stream()
                .filter(one -> one.application().equals(application.name()))
                .findFirst()
                .orElse(null);
        String quarantine = health == null ? "" : health.quarantine().orElse("");
        return new ApplicationView(
                application.name(),
                application.version(),
                quarantine.isEmpty() ? Words.of(application.state()) : "quarantined",
                quarantine.isEmpty() ? application.reason() : quarantine,
                application.origin(),
                application.services(),
                application.needs().stream()
                        .map(need -> new Need(Words.of(need.kind()), need.name(), need.provider()))
                        .toList(),
                application.neededBy(),
                application.hanging(),
                health == null ? 0 : health.failures(),
                health == null ? 0 : health.loopShare(),
                health == null ? 0 : health.longestCall().toNanos() / 1e6,
                health == null ? 0 : health.slowCalls(),
                health == null
                        ? List.of()
                        : health.unserved().stream().map(DatapathId::toString).toList());
    }
}
