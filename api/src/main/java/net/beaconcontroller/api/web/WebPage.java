package net.beaconcontroller.api.web;

/**
 * A page that an application adds to the web page of the controller, or a panel on one of the controller's own pages.
 * It appears when a component that implements this interface becomes active, and disappears with it.
 *
 * <p>The files of the page, HTML with its scripts, style sheets and pictures, are in the folder {@code web} of the
 * application's bundle; the controller serves them below {@code /apps/NAME/}, where NAME is the name of the
 * application. Anyone who can reach the server can read these files, so they must not contain secrets. The page runs
 * in a frame of its own that has neither the token of the user nor access to the rest of the page. It gets data by the
 * script {@code /ui/extension.js}, which passes its requests on: reads of all resources, and changes of the
 * application's own resources, below {@code /api/NAME/}. The module {@code /ui/kit.js} has the parts that the
 * controller's pages consist of: tables, dialogs, formats, links.
 */
public interface WebPage {
    /** Where a page appears. */
    enum Place {
        /** In the navigation, as a page of its own. */
        NAVIGATION,
        /** On the page of a switch. The query parameter {@code switch} has the datapath id. */
        SWITCH
    }

    /** Returns the title, a few words. */
    String title();

    /** Returns the HTML file, relative to the folder {@code web} of the bundle, such as {@code index.html}. */
    String file();

    /** Returns where the page appears. */
    default Place place() {
        return Place.NAVIGATION;
    }
}
