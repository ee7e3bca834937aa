import { join } from 'node:path';

import { type ReleaseControl, createReleaseControl, createUsesReader, readReleaseKey } from '@manabiba/releases';

import type { Pool } from '../../../api/src/platform/database/db';
import { joiningPool } from '../../../api/src/platform/database/joining-pool';
import { readShellManifest, type ShellManifest } from '../../../shell/server/files/shell-manifest';

interface StaffReleasesOptions {
  pool: Pool;
  /** The signing key in PEM. */
  signingKey: string | null;
  /** The product's data folder, with the `releases/` that the web server serves. */
  dataDir: string;
  /** Folder of the built shell, or the shell that dev servers serve. */
  shell: string | ShellManifest;
  /** The built program of the gate, which also reads stored releases. */
  gateProgram: string;
}

/** Opens the releases for the calls of the staff. */
export const openStaffReleases = ({
  pool,
  signingKey,
  dataDir,
  shell,
  gateProgram,
}: StaffReleasesOptions): ReleaseControl =>
  createReleaseControl({
    pool: joiningPool(pool),
    key: readReleaseKey(signingKey ?? ''),
    releasesDir: join(dataDir, 'releases'),
    readUses: createUsesReader(gateProgram),
    readGives: async () => (typeof shell === 'string' ? await readShellManifest(shell) : shell).gives ?? {},
  });
