import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { remotePackagesIn } from '../server/src/remote-packages.mjs';
import { inRoot, root } from './root.mjs';

/** Whether this is the product's repository. Otherwise it is the packed remote kit, in the repository of a team. */
const isProduct = existsSync(inRoot('shell'));

/**
 * The folder with the remotes that the tools work on: this repository, or the folder in which the packed kit is called.
 * `root` stays the folder of the tools themselves.
 */
export const project = isProduct ? root : process.cwd();

/** Returns a path inside the project. */
export const inProject = (...parts) => join(project, ...parts);

/** The folder of @manabiba/shared: a workspace, or an installed package. */
export const sharedFolder = isProduct
  ? inRoot('shared')
  : dirname(createRequire(import.meta.url).resolve('@manabiba/shared/package.json'));

/** The names of the project's remotes. */
export const remotes = remotePackagesIn(project);
