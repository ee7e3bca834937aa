/*
 * Replaces the federation runtime's own preloading: the page's HTML preloads what its first screen needs, and a part is
 * prefetched by loading it.
 */
const nothing = () => [];
export { nothing as formatPreloadArgs, nothing as normalizePreloadExposes, nothing as preloadAssets };
export const defaultPreloadArgs = {};
