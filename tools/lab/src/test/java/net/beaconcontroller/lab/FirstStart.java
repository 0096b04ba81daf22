package net.beaconcontroller.lab;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/** Starts the launcher before the first test: its first start after a build makes a cache, which takes some seconds. */
public final class FirstStart implements LauncherSessionListener {
    @Override
    public void launcherSessionOpened(LauncherSession session) {
        BeaconProcess.timeToPrintVersion();
    }
}
