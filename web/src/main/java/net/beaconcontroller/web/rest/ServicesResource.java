package net.beaconcontroller.web.rest;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.runtime.Applications;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;

/** The services that applications provide and use. */
@Path("services")
@Produces("application/json")
public final class ServicesResource {
    private final Applications applications;

    /** A service. */
    public record Service(
            @Description("the interface that consumers use") String service,
            @Description("the application that provides it") String provider,
            @Description("the applications that use it now") List<String> consumers) {}

    public ServicesResource(Applications applications) {
        this.applications = applications;
    }

    @GET
    @Description("Returns the services that applications provide, with their consumers.")
    public List<Service> services() throws InvalidSyntaxException {
        ServiceReference<?>[] all = applications.context().getAllServiceReferences(null, null);
        return Stream.ofNullable(all)
                .flatMap(Arrays::stream)
                .filter(reference -> isApplication(reference.getBundle()))
                .flatMap(ServicesResource::describe)
                .sorted(Comparator.comparing(Service::service).thenComparing(Service::provider))
                .toList();
    }

    private boolean isApplication(Bundle bundle) {
        return bundle != null
                && applications.list().stream()
                        .anyMatch(application -> application.name().equals(bundle.getSymbolicName()));
    }

    private static Stream<Service> describe(ServiceReference<?> reference) {
        Bundle[] using = reference.getUsingBundles();
        List<String> consumers = Stream.ofNullable(using)
                .flatMap(Arrays::stream)
                .filter(bundle -> bundle.getBundleId() != Constants.SYSTEM_BUNDLE_ID)
                .map(Bundle::getSymbolicName)
                .distinct()
                .sorted()
                .toList();
        return Arrays.stream((String[]) reference.getProperty(Constants.OBJECTCLASS))
                .map(type -> new Service(type, reference.getBundle().getSymbolicName(), consumers));
    }
}
