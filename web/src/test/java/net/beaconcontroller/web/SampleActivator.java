package net.beaconcontroller.web;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import java.util.Dictionary;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;

/** The activator of an application in tests: registers REST resources as services. */
public final class SampleActivator implements BundleActivator {

    /** A value in JSON. */
    public record Greeting(String text, int count) {}

    /** A resource with plain annotations. */
    @Path("greetings")
    @Produces("application/json")
    public static final class Greetings {
        @GET
        @Path("{name}")
        public Greeting greeting(@PathParam("name") String name) {
            return new Greeting("hello " + name, 1);
        }

        @POST
        @Consumes("application/json")
        public List<Greeting> twice(Greeting greeting) {
            return List.of(greeting, greeting);
        }

        @GET
        @Path("failure")
        public Greeting failure() {
            throw new IllegalStateException("a secret of the application");
        }
    }

    /** A class that Jersey refuses: two methods for one request. */
    @Path("refused")
    public static final class Refused {
        @GET
        public String one() {
            return "one";
        }

        @GET
        public String two() {
            return "two";
        }
    }

    @Override
    public void start(BundleContext context) throws InterruptedException {
        if (context.getBundle().getHeaders().get("X-Hanging") != null) {
            new CountDownLatch(1).await();
        }
        Dictionary<String, Object> properties = FrameworkUtil.asDictionary(Map.of("osgi.jakartars.resource", true));
        context.registerService(Greetings.class, new Greetings(), properties);
        if (context.getBundle().getHeaders().get("X-Refused") != null) {
            context.registerService(Refused.class, new Refused(), properties);
            context.registerService(Object.class, new Object(), properties);
        }
    }

    @Override
    public void stop(BundleContext context) {}
}
