package net.beaconcontroller.web.rest;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import net.beaconcontroller.api.web.Description;

/** The documentation of the resources. */
@Path("")
public final class DocumentationResource {
    private final Supplier<Map<String, Object>> openApi;

    public DocumentationResource(Supplier<Map<String, Object>> openApi) {
        this.openApi = openApi;
    }

    @GET
    @Path("openapi.json")
    @Produces("application/json")
    @Description("Returns the OpenAPI document of all resources, including those of applications.")
    public Map<String, Object> openApi() {
        return openApi.get();
    }

    @GET
    @Path("docs")
    @Produces("text/html;charset=utf-8")
    @Description("Returns a page that shows the OpenAPI document.")
    public byte[] page() throws IOException {
        return file("docs.html");
    }

    @GET
    @Path("docs.js")
    @Produces("text/javascript;charset=utf-8")
    @Description("Returns the script of that page.")
    public byte[] script() throws IOException {
        return file("docs.js");
    }

    @GET
    @Path("docs.css")
    @Produces("text/css;charset=utf-8")
    @Description("Returns the style sheet of that page.")
    public byte[] style() throws IOException {
        return file("docs.css");
    }

    private static byte[] file(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(DocumentationResource.class.getResourceAsStream(name))) {
            return in.readAllBytes();
        }
    }
}
