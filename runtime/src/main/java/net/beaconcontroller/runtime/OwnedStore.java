package net.beaconcontroller.runtime;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.store.Change;
import net.beaconcontroller.api.store.Document;
import net.beaconcontroller.api.store.Documents;
import net.beaconcontroller.api.store.Lease;
import net.beaconcontroller.api.store.Store;
import net.beaconcontroller.api.store.StoreException;
import net.beaconcontroller.api.store.Watcher;
import net.beaconcontroller.store.JsonDocuments;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceFactory;
import org.osgi.framework.ServiceRegistration;

/** The store for one application. Its watches and leases end when the application stops. */
final class OwnedStore implements Store {
    private static final System.Logger LOG = System.getLogger(OwnedStore.class.getName());

    /** Gives each bundle its own store. */
    record Factory(Store store) implements ServiceFactory<Store> {
        @Override
        public Store getService(Bundle bundle, ServiceRegistration<Store> registration) {
            return new OwnedStore(store);
        }

        @Override
        public void ungetService(Bundle bundle, ServiceRegistration<Store> registration, Store service) {
            ((OwnedStore) service).release();
        }
    }

    private final Store store;
    private final Registrations watches = new Registrations();
    /** The store has references to the leases that have not ended. */
    private final Set<Lease> leases = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    OwnedStore(Store store) {
        this.store = store;
    }

    @Override
    public <T> Documents<T> documents(String namespace, Class<T> type) {
        return new JsonDocuments<>(this, namespace, type);
    }

    @Override
    public Optional<Document<String>> get(String namespace, String key) {
        return store.get(namespace, key);
    }

    @Override
    public List<Document<String>> list(String namespace, String prefix) {
        return store.list(namespace, prefix);
    }

    @Override
    public long commit(List<Change> changes) {
        return store.commit(changes);
    }

    @Override
    public Registration watch(String namespace, String prefix, Watcher<String> watcher) {
        return watches.add(() -> store.watch(namespace, prefix, watcher));
    }

    @Override
    public Lease lease(Duration timeToLive) {
        Lease lease = store.lease(timeToLive);
        leases.add(lease);
        return lease;
    }

    /** Ends all watches and leases. */
    void release() {
        watches.close();
        for (Lease lease : List.copyOf(leases)) {
            try {
                lease.close();
            } catch (StoreException e) {
                LOG.log(Level.ERROR, e.getMessage());
            }
        }
    }
}
