import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { runApart } from '../gate/run-apart';
import { readScript } from '../gate/script-tree';
import type { ReleaseFolder } from '../store/packed-files';
import { servedManifest } from '../store/release-manifest';
import { addNamesIn, facadeIdsIn, type UsedNames } from './names-in-script';

/** What a release uses of the product, by name. */
export interface ReleaseUses {
  calls: string[];
  shownSlots: string[];
  filledSlots: string[];
  /** Null when it cannot be known: another bundler does not say where a script takes the facade from. */
  facade: string[] | null;
}

/** Reads what a release uses. */
export type ReadUses = (release: ReleaseFolder) => Promise<ReleaseUses>;

/** Creates a reader that parses in a process of its own. `script` is the built gate-program.ts. */
export const createUsesReader =
  (script: string): ReadUses =>
  (release) =>
    runApart(script, { uses: release });

/** A reference of a call, as the bundler leaves it. */
const HAS_CALLS = /method:\s*["'](?:GET|POST|PUT|PATCH|DELETE)["'],\s*path:/;

/**
 * Reads what a release uses out of its built files, and of its manifest: whoever built it need not declare anything.
 *
 * Scripts that use nothing, as most of the libraries, are not parsed. The others take up to a second each.
 */
export async function usesOfRelease({ folder, manifest: given }: ReleaseFolder): Promise<ReleaseUses> {
  const manifest = servedManifest.parse(given);
  const names: UsedNames = { calls: new Set(), shownSlots: new Set(), facade: new Set() };
  const parse = (text: string) => {
    const program = readScript(text, manifest.entryType);
    return 'problem' in program ? undefined : program;
  };
  const entry = parse(await readFile(join(folder, manifest.entry), 'utf8'));
  const ids = entry ? facadeIdsIn(entry) : new Set<string>();
  for (const path of Object.keys(manifest.files)) {
    if (!path.endsWith('.js')) continue;
    const text = await readFile(join(folder, path), 'utf8');
    if (!HAS_CALLS.test(text) && ![...ids].some((id) => text.includes(`(${id})`))) continue;
    const program = parse(text);
    if (program) addNamesIn(program, ids, names);
  }
  return {
    calls: sorted(names.calls),
    shownSlots: sorted(names.shownSlots),
    filledSlots: sorted(new Set(manifest.slots)),
    facade: ids.size === 0 ? null : sorted(names.facade),
  };
}

const sorted = (names: ReadonlySet<string>) => [...names].sort();
