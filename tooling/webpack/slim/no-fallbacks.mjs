/** Stands in for the federation runtime's loader of shaken copies of shared modules. We share none that is shaken. */
export const getSharedFallbackGetter = (/** @type {{ factory: unknown }} */ { factory }) => factory;
