/**
 * The settings of the controller, and the life cycle of applications.
 *
 * <p>Start reading at {@link net.beaconcontroller.runtime.Beacon}, which starts the core and an OSGi framework for the
 * applications. The core and all libraries are on the class path. The framework exports only the packages of {@code
 * api}, {@code openflow}, {@code packet} and {@code common} to bundles.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>An update runs both versions for a moment</b> and replaces the listeners in one change. Rejected: stopping one
 * and starting the other, which would leave packet-ins unanswered; and pausing the loops, which an application that
 * starts slowly would stop for all. An application that holds something exclusively, such as a port, cannot be updated
 * like this: it is stopped, updated and started.
 * <li><b>The versions of an update have no services and packages of each other</b> ({@code VersionSeparation}).
 * Declarative Services prefers the older service, and OSGi considers a service of a package that a bundle does not
 * import as usable by it. For other applications both versions provide their services for a moment: hiding the new ones
 * until the old ones have ended would leave a consumer without any.
 * <li><b>Constructors and {@code @Deactivate} run on a thread of the application, with a time limit, and are not
 * abandoned after it</b>: Java cannot end a thread. An application that starts late runs late; only an update is
 * refused, because the old version still works. The thread is interrupted when the application is stopped or removed,
 * and not before, as it may only be slow.
 * <li><b>Applications that need a stopped one are not stopped, they wait.</b> Declarative Services deactivates their
 * components, and activates them when the service returns. So the list of applications to run stays as the user left
 * it.
 * <li><b>Files are copied when they are installed.</b> Bundles loaded from the original failed when a build replaced
 * the file. The built-in applications are loaded in place, like the other files of the image.
 * <li><b>Two applications of one name are refused</b>, and so is a file with the name of a built-in one; {@code beacon
 * app update} replaces an application deliberately.
 * <li><b>With {@code --apps} exactly these applications start</b>; changes of earlier runs do not apply. Without it,
 * the setting {@code apps} applies, as changed while the controller ran.
 * <li><b>State is in the store</b>, and not in the storage of Equinox, which is discarded at each start: its format is
 * internal, and a crash can leave it inconsistent. The copies of JAR files stay files, because class loaders read them.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.runtime;

import org.jspecify.annotations.NullMarked;
