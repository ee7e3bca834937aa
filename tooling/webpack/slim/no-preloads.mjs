/*
 * Stands in for the federation runtime's own preloading: the page's HTML sends for what its first screen needs, and a
 * part is loaded ahead by loading it.
 */
const nothing = () => [];
export { nothing as formatPreloadArgs, nothing as normalizePreloadExposes, nothing as preloadAssets };
export const defaultPreloadArgs = {};
