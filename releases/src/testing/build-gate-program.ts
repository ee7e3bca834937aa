import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { buildServer } from '../../../tooling/build/build-server.mjs';

const root = join(import.meta.dirname, '..', '..', '..');

/** Builds the program that checks candidates. */
export async function buildGateProgram(): Promise<{ script: string; remove(): Promise<void> }> {
  const folder = join(root, '.cache', `release-gate-${randomUUID()}`);
  await mkdir(folder, { recursive: true });
  const script = join(folder, 'release-gate.mjs');
  await buildServer({ entry: join(root, 'releases/src/gate/gate-program.ts'), outfile: script });
  return { script, remove: () => rm(folder, { recursive: true }) };
}
