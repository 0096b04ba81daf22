package net.beaconcontroller.runtime;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceEvent;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.hooks.resolver.ResolverHook;
import org.osgi.framework.hooks.resolver.ResolverHookFactory;
import org.osgi.framework.hooks.service.EventListenerHook;
import org.osgi.framework.hooks.service.FindHook;
import org.osgi.framework.hooks.service.ListenerHook.ListenerInfo;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;

/**
 * Hides the services and the packages of one version of an application from another version of it. Two versions are
 * installed during an update. Their classes have the same names, but are different classes: without this, a component
 * of the new version would receive a service of the old one, which it cannot cast.
 */
final class VersionSeparation implements FindHook, EventListenerHook, ResolverHookFactory, ResolverHook {
    /** Registers the hooks. They are in effect until the framework stops. */
    static void register(BundleContext framework) {
        var hooks = new VersionSeparation();
        framework.registerService(FindHook.class, hooks, null);
        framework.registerService(EventListenerHook.class, hooks, null);
        framework.registerService(ResolverHookFactory.class, hooks, null);
    }

    /** @param other null if its service has ended */
    private static boolean areVersionsOfOne(Bundle bundle, @Nullable Bundle other) {
        return other != null
                && bundle.getBundleId() != other.getBundleId()
                && bundle.getSymbolicName().equals(other.getSymbolicName());
    }

    @Override
    public void find(
            BundleContext context,
            String name,
            String filter,
            boolean allServices,
            Collection<ServiceReference<?>> references) {
        Bundle bundle = context.getBundle();
        references.removeIf(reference -> areVersionsOfOne(bundle, reference.getBundle()));
    }

    @Override
    public void event(ServiceEvent event, Map<BundleContext, Collection<ListenerInfo>> listeners) {
        Bundle provider = event.getServiceReference().getBundle();
        listeners.keySet().removeIf(context -> areVersionsOfOne(context.getBundle(), provider));
    }

    @Override
    public ResolverHook begin(Collection<BundleRevision> triggers) {
        return this;
    }

    @Override
    public void filterMatches(BundleRequirement requirement, Collection<BundleCapability> candidates) {
        Bundle bundle = requirement.getRevision().getBundle();
        candidates.removeIf(
                candidate -> areVersionsOfOne(bundle, candidate.getRevision().getBundle()));
    }

    @Override
    public void filterResolvable(Collection<BundleRevision> candidates) {}

    @Override
    public void filterSingletonCollisions(BundleCapability singleton, Collection<BundleCapability> candidates) {}

    @Override
    public void end() {}
}
