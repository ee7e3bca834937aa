// What the shell leaves in a browser that scripts can read. The gate of releases reads this file too, line by line,
// because it runs without a build: a remote must leave nothing else.

/** Theme of this device: `light`, `dark` or `system`. */
export const THEME_COOKIE = 'theme';
/** Consent of this device to analytics: `granted` or `denied`. */
export const ANALYTICS_COOKIE = 'analytics';
/** Time zone of this device, an IANA name, where it is not that of a page from the server. */
export const TIME_ZONE_COOKIE = 'timezone';
/** The announced versions of the terms whose notice was closed on this device, and by whom. */
export const CLOSED_TERMS_COOKIE = 'closed_terms';
/** Set and removed at once, to find out whether the browser accepts cookies. */
export const PROBE_COOKIE = 'keeps_cookies';
/** Key in the tab's session storage: the parts that were running when this tab last froze. */
export const HANG_GUARD_KEY = 'unfinished-parts';
/** Key in the tab's session storage: the parts, with their releases, that were on a page of this tab without harm to it. */
export const PROVEN_PARTS_KEY = 'proven-parts';
