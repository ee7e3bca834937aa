import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { inRoot } from '../../../tooling/root.mjs';

const text = (path) => readFileSync(inRoot(path), 'utf8');

/** Returns the settings of the table in docs/operations.md. Short forms take the place of the first name's middle. */
export function documentedVariables() {
  const guide = text('docs/operations.md');
  const rows = guide.slice(guide.indexOf('## Configuration')).split('\n');
  return rows
    .filter((row) => row.startsWith('| `'))
    .flatMap((row) => {
      const [, cell = ''] = row.split('|');
      const names = [...cell.matchAll(/`([A-Z…][A-Z0-9_…]+)`/g)].map(([, name = '']) => name);
      return names.map((name) => name.replace(/^…_(.*)_…$/, 'RATE_LIMIT_$1_PER_MINUTE'));
    });
}

const SOURCES = ['api/src', 'shell/server', 'server/src', 'telemetry/src'];
/** Read by Node and by the SDK of the storage, not by the product. */
const OF_LIBRARIES = ['NODE_EXTRA_CA_CERTS', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

/** Returns the names in capitals in the product's configuration code: the variables that it could read. */
export function knownVariables() {
  const files = SOURCES.flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(ts|mjs)$/.test(path) && !/\.test\.|testing\//.test(path))
      .map((path) => readFileSync(inRoot(join(folder, path)), 'utf8')),
  );
  return new Set([...OF_LIBRARIES, ...files.flatMap((file) => file.match(/\b[A-Z][A-Z0-9]*(_[A-Z0-9]+)*\b/g) ?? [])]);
}

/** Returns the keys of a file of variables. */
export const keysOf = (path) =>
  [...text(path).matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, key = '', value = '']) => ({ key, value }));

/** Returns the environment that all roles of the compose file share. */
export const composeEnvironment = () =>
  Object.keys(parse(text('deploy/compose.yaml'), { merge: true })['x-product'].environment);
