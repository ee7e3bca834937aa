// @ts-check
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './root.mjs';

/**
 * Returns the remotes of a repository, by folder name: every `mf-*` with a remote.json. A checkout may contain stale
 * builds of removed remotes.
 * @param {string} folder
 */
export const remotePackagesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter(
      (entry) =>
        entry.isDirectory() && entry.name.startsWith('mf-') && existsSync(join(folder, entry.name, 'remote.json')),
    )
    .map(({ name }) => name)
    .sort();

/** The remotes of this repository. */
export const remotePackages = remotePackagesIn(root);
