package net.beaconcontroller.web.rest;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.List;
import java.util.function.Supplier;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.api.web.WebPage;
import net.beaconcontroller.net.Words;

/** The pages that applications add to the web page of the controller. */
@Path("pages")
@Produces("application/json")
public final class PagesResource {
    private final Supplier<List<PageView>> pages;

    /** A page or panel of an application. */
    public record PageView(
            @Description("its application") String application,
            @Description("its title") String title,

            @Description("the path of its file on this server")
            String path,

            @Description("where it appears: navigation or switch")
            String place) {}

    public PagesResource(Supplier<List<PageView>> pages) {
        this.pages = pages;
    }

    /**
     * Describes a page of an application.
     *
     * @throws IllegalArgumentException if it has no title
     */
    public static PageView describe(String application, WebPage page) {
        String title = page.title();
        if (title == null || title.isBlank()) {
            throw new IllegalArgumentException("it has no title");
        }
        return new PageView(
                application, title, "/apps/%s/%s".formatted(application, page.file()), Words.of(page.place()));
    }

    @GET
    @Description("Returns the pages of applications, ordered by their titles.")
    public List<PageView> list() {
        return pages.get();
    }
}
