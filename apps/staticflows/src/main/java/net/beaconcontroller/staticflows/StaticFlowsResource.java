package net.beaconcontroller.staticflows;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import net.beaconcontroller.api.store.ConflictException;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.api.web.Example;
import net.beaconcontroller.api.web.LazyList;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.openflow.DatapathId;
import net.beaconcontroller.openflow.check.Entries.Kind;
import net.beaconcontroller.openflow.entry.Entry;
import net.beaconcontroller.openflow.entry.EntryException;
import net.beaconcontroller.openflow.entry.EntryFile;
import net.beaconcontroller.openflow.entry.EntryProblem;
import net.beaconcontroller.staticflows.Catalog.Edit;
import net.beaconcontroller.staticflows.Catalog.Outcome;
import net.beaconcontroller.staticflows.Views.ChangeView;
import net.beaconcontroller.staticflows.Views.CheckView;
import net.beaconcontroller.staticflows.Views.ClaimView;
import net.beaconcontroller.staticflows.Views.EntryView;
import net.beaconcontroller.staticflows.Views.FileView;
import net.beaconcontroller.staticflows.Views.NewEntries;
import net.beaconcontroller.staticflows.Views.NewEntry;
import net.beaconcontroller.staticflows.Views.ProblemView;
import net.beaconcontroller.staticflows.Views.SwitchView;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The REST resource {@code /api/staticflows}. */
@Component(service = StaticFlowsResource.class, property = "osgi.jakartars.resource=true")
@Path("")
@Produces("application/json")
public final class StaticFlowsResource {
    private static final String EXAMPLE = "web";
    private static final String NAME = "name of the entry";
    private static final String DRY_RUN = "whether to check the change without making it";
    private static final String FILE = "a file of entries, see docs/staticflows.md";

    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;

    private final StaticFlows staticFlows;
    private final Catalog catalog;

    @Activate
    public StaticFlowsResource(@Reference StaticFlows staticFlows) {
        this.staticFlows = staticFlows;
        this.catalog = staticFlows.catalog();
    }

    @GET
    @Path("entries")
    @Description("Returns the static flows, groups and meters.")
    public List<EntryView> entries(
            @QueryParam("kind") @Description("flow, group or meter; all kinds without it") @Nullable String kind) {
        Kind wanted = kind == null ? null : Requests.kind(kind);
        return LazyList.of(
                catalog.index().all().stream()
                        .filter(kept -> wanted == null || kept.entry().kind() == wanted)
                        .toList(),
                EntryView::of);
    }

    @GET
    @Path("entries/{name}")
    @Description("Returns an entry.")
    public EntryView entry(@PathParam("name") @Description(NAME) @Example(EXAMPLE) String name) {
        return EntryView.of(find(name));
    }

    private KeptEntry find(String name) {
        KeptEntry kept = catalog.index().entries().get(name);
        if (kept == null) {
            throw Problem.of(NOT_FOUND, "no entry is named " + name);
        }
        return kept;
    }

    @POST
    @Path("entries")
    @Consumes("application/json")
    @Description("Adds entries with new names: all of them, or none. They are sent to the switches at once, and are "
            + "kept in them from now on.")
    public ChangeView add(
            @QueryParam("dryRun") @DefaultValue("false") @Description(DRY_RUN) boolean dryRun,
            @Example("{\"entries\": [{\"name\": \"web\", \"text\": \"priority=30,tcp,tp_dst=80,actions=output:2\"}]}")
                    NewEntries body) {
        return ChangeView.of(attempt(() -> catalog.add(Requests.entries(body), dryRun)));
    }

    @PUT
    @Path("entries/{name}")
    @Consumes("application/json")
    @Description("Adds an entry, or replaces the one with this name.")
    public ChangeView put(
            @PathParam("name") @Description(NAME) @Example(EXAMPLE) String name,
            @QueryParam("dryRun") @DefaultValue("false") @Description(DRY_RUN) boolean dryRun,
            @QueryParam("version")
                    @Description("the version that the entry must have, 0 if it must not exist; any without it")
                    @Nullable
                    Long version,
            @Example("{\"text\": \"priority=40,tcp,tp_dst=80,actions=output:2\"}") NewEntry body) {
        if (body == null || (body.name() != null && !body.name().equals(name))) {
            throw Problem.of(BAD_REQUEST, "name: needs no name, or the one in the path");
        }
        return ChangeView.of(attempt(() -> {
            requireVersion(name, version);
            return catalog.change(new Edit(List.of(Requests.entry(body, name)), List.of(), Source.REST), dryRun);
        }));
    }

    private void requireVersion(String name, @Nullable Long version) {
        KeptEntry kept = catalog.index().entries().get(name);
        long actual = kept == null ? 0 : kept.version();
        if (version != null && version != actual) {
            throw Problem.of(
                            Catalog.CONFLICT,
                            "entry %s has version %d; the request requires %d".formatted(name, actual, version))
                    .at("version", version);
        }
    }

    @DELETE
    @Path("entries/{name}")
    @Description("Deletes an entry, and what the switches have of it.")
    public ChangeView delete(
            @PathParam("name") @Description(NAME) @Example(EXAMPLE) String name,
            @QueryParam("version") @Description("the version that the entry must have; any without it") @Nullable
                    Long version) {
        return ChangeView.of(attempt(() -> {
            find(name);
            requireVersion(name, version);
            return catalog.change(new Edit(List.of(), List.of(name), Source.REST), false);
        }));
    }

    @DELETE
    @Path("entries")
    @Description("Deletes several entries, and what the switches have of them: all, or none.")
    public ChangeView deleteAll(
            @QueryParam("name") @Description(NAME) @Example(EXAMPLE) List<String> names,
            @QueryParam("dryRun") @DefaultValue("false") @Description(DRY_RUN) @Example("true") boolean dryRun) {
        return ChangeView.of(attempt(() -> {
            if (!dryRun) {
                names.forEach(this::find);
            }
            return catalog.change(new Edit(List.of(), names, Source.REST), dryRun);
        }));
    }

    @GET
    @Path("file")
    @Description("Returns the file of the setting app.staticflows.file, and whether its content is in force.")
    public FileView file() {
        return staticFlows
                .file()
                .map(file -> new FileView(file.path().toString(), file.error()))
                .orElseGet(() -> new FileView(null, ""));
    }

    @POST
    @Path("file")
    @Consumes("text/plain")
    @Description("Adds the entries of a file, and replaces those that have their names: all of them, or none.")
    public ChangeView load(
            @QueryParam("replace")
                    @DefaultValue("false")
                    @Description("whether to delete all other entries that were added by requests")
                    boolean replace,
            @QueryParam("dryRun") @DefaultValue("false") @Description(DRY_RUN) boolean dryRun,
            @Description(FILE) InputStream body) {
        String text = Requests.text(body);
        return ChangeView.of(attempt(() -> {
            List<Entry> entries = EntryFile.parse(text);
            Set<String> kept = entries.stream().map(Entry::name).collect(Collectors.toSet());
            List<String> deleted = replace
                    ? catalog.index().all().stream()
                            .filter(one -> one.source() == Source.REST && !kept.contains(one.name()))
                            .map(KeptEntry::name)
                            .toList()
                    : List.of();
            return catalog.change(new Edit(entries, deleted, Source.REST), dryRun);
        }));
    }

    @POST
    @Path("check")
    @Consumes("application/json")
    @Description(
            "Checks entries that would be added, or would replace those with their names, without changing anything: "
                    + "also against the connected switches.")
    public CheckView check(
            @Example("{\"entries\": [{\"text\": \"priority=30,tcp,tp_dst=80,actions=output:2\"}]}") NewEntries body) {
        return check(() -> Requests.entries(body));
    }

    @POST
    @Path("file/check")
    @Consumes("text/plain")
    @Description("Checks a file, as check does.")
    public CheckView checkFile(@Description(FILE) InputStream body) {
        String text = Requests.text(body);
        return check(() -> EntryFile.parse(text));
    }

    private CheckView check(Supplier<List<Entry>> entries) {
        try {
            Outcome outcome = catalog.change(new Edit(entries.get(), List.of(), Source.REST), true);
            return view(true, outcome.warnings());
        } catch (EntryException e) {
            return view(false, e.problems());
        }
    }

    private static CheckView view(boolean valid, List<EntryProblem> problems) {
        return new CheckView(valid, problems.stream().map(ProblemView::of).toList());
    }

    @GET
    @Path("switches")
    @Description("Returns the states of the switches that are or were connected, and of those that entries name.")
    public List<SwitchView> switches() {
        return LazyList.of(
                List.copyOf(staticFlows.statuses().entrySet()),
                entry -> SwitchView.of(entry.getKey(), entry.getValue()));
    }

    @GET
    @Path("switches/{id}")
    @Description("Returns the state of a switch.")
    public SwitchView state(
            @PathParam("id") @Description("datapath id, 16 hexadecimal digits") @Example("0000000000000001")
                    String id) {
        long datapathId = Problem.parse("id", id, DatapathId::parse, DatapathId.NEEDED);
        SwitchStatus status = staticFlows.statuses().get(datapathId);
        if (status == null) {
            throw Problem.of(NOT_FOUND, "switch %s is not known".formatted(id));
        }
        return SwitchView.of(datapathId, status);
    }

    @GET
    @Path("claims")
    @Description("Returns the numbers of deleted groups and meters, which are removed from any switch that has them.")
    public List<ClaimView> claims() {
        return catalog.index().claims().stream()
                .map(claim -> new ClaimView(claim.kind(), claim.id(), claim.switches()))
                .toList();
    }

    @DELETE
    @Path("claims")
    @Description(
            "Leaves groups or meters with a number alone from now on, unless an entry has it. Returns the remaining "
                    + "claims.")
    public List<ClaimView> deleteClaims(
            @QueryParam("kind") @Description("group or meter") @Example("group") @Nullable String kind,
            @QueryParam("id") @DefaultValue("0") @Description("the number") @Example("7") long id) {
        catalog.deleteClaims(Requests.kind(kind == null ? "" : kind), id);
        return claims();
    }

    private static Outcome attempt(Supplier<Outcome> change) {
        try {
            return change.get();
        } catch (EntryException e) {
            EntryProblem first = e.problems().getFirst();
            throw Problem.of(BAD_REQUEST, String.valueOf(e.getMessage()))
                    .at(first.field(), first.value())
                    .withAll(e.problems().stream().map(ProblemView::of).toList());
        } catch (ConflictException e) {
            throw Problem.of(Catalog.CONFLICT, String.valueOf(e.getMessage()));
        }
    }
}
