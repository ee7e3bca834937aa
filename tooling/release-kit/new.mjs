import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { UserFacingError } from '../../server/src/user-facing-error.mjs';
import { inProject } from '../project.mjs';
import { inRoot } from '../root.mjs';
import { readNewArguments, writeRemote } from './new/new-remote.mjs';
import { packageJson, repositoryFiles } from './repository-files.mjs';

const HELP = `remote-kit new mf-NAME [--title TITLE] [--access anyone|person|professional|staff]

  A remote with one page at /NAME, in this folder. TITLE is its heading (default: 新しいページ). Access is who may open it
  (default: anyone).`;

/**
 * `remote-kit new mf-polls`: makes an empty folder, or one where only the kit was installed, the repository of a remote.
 * In such a repository it adds another remote.
 */
async function makeRemote(given) {
  const { name, title, access } = readNewArguments(given, HELP);
  const kit = JSON.parse(await readFile(inRoot('package.json'), 'utf8'));
  await writeRemote({ name, title, access });
  const present = await readFile(inProject('package.json'), 'utf8').then(JSON.parse, () => ({}));
  await writeFile(inProject('package.json'), `${JSON.stringify(packageJson(present, kit), null, 2)}\n`);
  for (const [path, text] of Object.entries(repositoryFiles)) {
    if (existsSync(inProject(path))) continue;
    await mkdir(dirname(inProject(path)), { recursive: true });
    await writeFile(inProject(path), text);
  }
  console.log(`Created ${name}: /${name.slice(3)}, 「${title}」.

  npm install                                 links it
  npm run check && npm test                   its types, rules and tests
  npm run dev -- ${name} --shell URL          it in a running product, for your own browser
  npm run release -- ${name} --to URL         makes it live there`);
}

await makeRemote(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof UserFacingError ? error.message : error);
  process.exitCode = 1;
});
