import { readFile } from 'node:fs/promises';

import { bundleToModule } from '../../build/bundle-to-module.mjs';
import { remotes } from '../../project.mjs';
import { inRoot } from '../../root.mjs';

/** Returns the owner of a path: "the shell", the name of a remote here, or undefined. */
export async function ownerOfAddress(path) {
  const { isOwnPage } = await bundleToModule(inRoot('shared/src/page/reserved-paths.ts'));
  if (isOwnPage(path)) return 'the shell';
  for (const name of remotes) {
    const { routes = [] } = JSON.parse(await readFile(inRoot(name, 'remote.json'), 'utf8'));
    if (routes.some((route) => route.path === path)) return name;
  }
  return undefined;
}
