/**
 * The store of the controller, in which applications keep documents over restarts.
 *
 * <p>A component receives the {@link net.beaconcontroller.api.store.Store} as a constructor argument and creates a view
 * of its {@link net.beaconcontroller.api.store.Documents}, whose values are records of the application:
 *
 * <pre>{@code
 * Documents<Rule> rules = store.documents("firewall", Rule.class);
 * store.commit(List.of(rules.put("ssh", new Rule(22, false))));
 * }</pre>
 *
 * <p>The methods of the store block until the disk has answered. On an event loop they are refused: a listener works
 * with what a {@link net.beaconcontroller.api.store.Watcher} has put into its memory. Start reading at {@link
 * net.beaconcontroller.api.store.Store}.
 */
@NullMarked
package net.beaconcontroller.api.store;

import org.jspecify.annotations.NullMarked;
