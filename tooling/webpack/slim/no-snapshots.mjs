/**
 * Stands in for the federation runtime's reader of manifests and snapshots: which files there are comes from the
 * registry in the page, so nobody asks it. The runtime still hands it plugins and forgets manifests by it.
 */
export class SnapshotHandler {
  hooks = { applyPlugin() {} };
  manifestCache = new Map();
}

/** Nothing is known of a remote by snapshots. */
export const getGlobalRemoteInfo = () => ({});
