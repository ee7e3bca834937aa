import { spawn } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

import { UserFacingError } from '../../server/src/user-facing-error.mjs';
import { inProject } from '../project.mjs';
import { inRoot } from '../root.mjs';
import { fingerprint } from './fingerprint.mjs';
import { buildUnits } from './packages.mjs';

const stampOf = (name) => inProject('.cache/built', name);

/**
 * Returns the stale parts, whose sources differ from those of their last build, each with the fingerprint of its
 * sources.
 */
async function staleUnits() {
  const checked = [];
  // Sequential: they share most files, and the first one caches their digests for the others.
  for (const unit of buildUnits) {
    const mark = await fingerprint(unit.sources);
    const built = await readFile(stampOf(unit.name), 'utf8').catch(() => '');
    const isThere = await stat(unit.product).then(
      () => true,
      () => false,
    );
    checked.push({ ...unit, mark, isStale: built !== mark || !isThere });
  }
  return checked.filter((unit) => unit.isStale);
}

/**
 * Builds what is stale, with as many packages in parallel as there are processors.
 * @param {object} [options]
 * @param {string[]} [options.except] Names of parts to skip.
 * @param {string[]} [options.only] Names of the only parts to check.
 * @param {AbortSignal} [options.signal] Aborts the work.
 * @returns {Promise<string[]>} names of the built parts
 */
export async function buildStale({ except = [], only, signal } = {}) {
  const queue = (await staleUnits()).filter(({ name }) => !except.includes(name) && (only?.includes(name) ?? true));
  const total = queue.length;
  if (total === 0) return [];
  const names = queue.map((unit) => unit.name);
  console.log(`Building ${names.join(', ')}`);
  let done = 0;
  const work = async () => {
    for (let unit = queue.shift(); unit; unit = queue.shift()) {
      const began = performance.now();
      await buildUnit(unit, signal);
      await mkdir(dirname(stampOf(unit.name)), { recursive: true });
      await writeFile(stampOf(unit.name), unit.mark);
      done += 1;
      console.log(`  [${done}/${total}] ${unit.name.padEnd(18)} ${((performance.now() - began) / 1000).toFixed(1)} s`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(total, Math.max(2, availableParallelism())) }, work));
  return names;
}

function buildUnit({ name }, signal) {
  const script = name === 'server' ? ['build-server.mjs'] : ['build-package.mjs', name];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [inRoot('tooling/build', script[0]), ...script.slice(1)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
      });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(undefined) : reject(new UserFacingError(`${name} does not build.\n${output.trim()}`)),
    );
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { reportSizes } = await import('./size-report.mjs');
  try {
    const built = await buildStale();
    if (built.length === 0) console.log('Everything is up to date.');
    if (!(await reportSizes())) process.exitCode = 1;
  } catch (error) {
    console.error(error instanceof UserFacingError ? error.message : error);
    process.exitCode = 1;
  }
}
