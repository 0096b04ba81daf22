// Applies the theme that the user chose before the page is drawn, so that it does not flash. A classic script, because
// modules run later. Without a choice, the theme is that of the system.
(() => {
    const KEY = 'beacon.theme';

    function read() {
        try {
            return localStorage.getItem(KEY);
        } catch {
            return null;
        }
    }

    function apply(theme) {
        if (theme === 'light' || theme === 'dark') {
            document.documentElement.dataset.theme = theme;
        } else {
            delete document.documentElement.dataset.theme;
        }
    }

    window.beaconTheme = {
        /** Returns 'light', 'dark', or null for that of the system. */
        chosen: read,
        /** Changes the theme and keeps the choice in this browser. */
        choose(theme) {
            apply(theme);
            try {
                theme ? localStorage.setItem(KEY, theme) : localStorage.removeItem(KEY);
            } catch {
                // without storage, the choice lasts until the page is left
            }
            window.dispatchEvent(new Event('beacon-theme'));
        },
    };
    apply(read());
    addEventListener('storage', event => {
        if (event.key === KEY) {
            apply(event.newValue);
            window.dispatchEvent(new Event('beacon-theme'));
        }
    });
})();
