/**
 * The commands for applications. {@code app new} writes a project from a {@link
 * net.beaconcontroller.cli.app.ProjectTemplate}; {@code app run} compiles it with {@link
 * net.beaconcontroller.cli.app.ProjectBuild} at every save. Start reading at {@link
 * net.beaconcontroller.cli.app.AppRunCommand}.
 */
@NullMarked
package net.beaconcontroller.cli.app;

import org.jspecify.annotations.NullMarked;
