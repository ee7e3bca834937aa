// @ts-check
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './root.mjs';

/**
 * Returns the remotes of this repository, by folder name: every `mf-*` with a remote.json. A checkout may contain stale
 * builds of removed remotes.
 */
export const remotePackages = readdirSync(root, { withFileTypes: true })
  .filter(
    (entry) => entry.isDirectory() && entry.name.startsWith('mf-') && existsSync(join(root, entry.name, 'remote.json')),
  )
  .map((entry) => entry.name)
  .sort();
