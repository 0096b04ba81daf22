/**
 * The programs in C: the limit, a controller that looks nothing up, and a load that costs less than the controllers
 * that it measures. They are compiled when they are first used, if there is a C compiler. Start reading at {@link
 * net.beaconcontroller.bench.compiled.CompiledProgram}.
 */
@NullMarked
package net.beaconcontroller.bench.compiled;

import org.jspecify.annotations.NullMarked;
