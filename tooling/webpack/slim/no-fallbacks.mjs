/**
 * Replaces the federation runtime's fallback loader for tree-shaken shared modules. We share none that are tree-shaken.
 */
export const getSharedFallbackGetter = (/** @type {{ factory: unknown }} */ { factory }) => factory;
