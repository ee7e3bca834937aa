import { readFile, writeFile } from 'node:fs/promises';

import { inRoot } from '../../root.mjs';
import { versionRefusal } from './facade-version.mjs';

/** The facade as it was when packages were last packed for publication: its version, an empty line, its report. */
const FILE = inRoot('shared/facade.published.txt');

/** Returns why the committed facade may not have its version; undefined when it may. */
export async function refusalOfVersion() {
  const [version = '', ...rest] = (await readFile(FILE, 'utf8')).split('\n');
  return versionRefusal({ version, report: rest.slice(1).join('\n') }, await currentFacade());
}

/** Makes the committed facade the published one. */
export async function recordPublication() {
  const { version, report } = await currentFacade();
  await writeFile(FILE, `${version}\n\n${report}`);
}

async function currentFacade() {
  const { version } = JSON.parse(await readFile(inRoot('shared/package.json'), 'utf8'));
  return { version, report: await readFile(inRoot('shared/facade.api.txt'), 'utf8') };
}
