import { readdir } from 'node:fs/promises';

import { inRoot } from '../root.mjs';
import { installWhenNeeded } from '../start/install.mjs';

/**
 * `npm run bench -- NAME`: every benchmark is a file NAME.mjs beside this one, with a function `bench` that returns
 * whether it passed.
 */
const names = (await readdir(inRoot('tooling/bench')))
  .map((file) => /^([a-z-]+)\.mjs$/.exec(file)?.[1])
  .filter((name) => name && name !== 'bench');
const wish = process.argv[2];

if (!names.includes(wish)) {
  console.error(
    `${wish ? `There is no benchmark ${wish}. ` : ''}Choose one: ${names.map((name) => `npm run bench -- ${name}`).join(', ')}`,
  );
  process.exitCode = 1;
} else {
  await installWhenNeeded();
  const { bench } = await import(`./${wish}.mjs`);
  process.exitCode = (await bench()) ? 0 : 1;
}
