import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sandboxCommand } from './sandbox-command';

const canUnshare = spawnSync('unshare', ['--user', '--net', 'true']).status === 0;
const whereAllowed = canUnshare ? it : it.skip;

whereAllowed(`has an empty network${canUnshare ? '' : ' (skipped: users cannot have one here)'}`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'manabiba-sandbox-'));
  try {
    const program = join(folder, 'networks');
    await writeFile(program, '#!/bin/sh\ncat /proc/net/dev', { mode: 0o755 });
    const [command, ...words] = sandboxCommand(program, '');
    const listed = execFileSync(command, words, { encoding: 'utf8' });
    expect([...listed.matchAll(/^ *([^ :|]+):/gm)].map(([, name]) => name)).toEqual(['lo']);
  } finally {
    await rm(folder, { recursive: true });
  }
});
