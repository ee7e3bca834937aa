/**
 * Replaces the federation runtime's reader of manifests and snapshots: the registry in the page lists the files, so it
 * is never queried. The runtime still passes plugins to it and deletes manifests from it.
 */
export class SnapshotHandler {
  hooks = { applyPlugin() {} };
  manifestCache = new Map();
}

/** No remote has a snapshot. */
export const getGlobalRemoteInfo = () => ({});
