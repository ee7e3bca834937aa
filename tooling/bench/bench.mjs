import { readdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { installWhenNeeded } from '../dev/install.mjs';
import { inRoot } from '../root.mjs';
import { verdictCounts } from './support/figures.mjs';

/**
 * `npm run bench -- NAME`: every benchmark is a file NAME.mjs beside this one, with a function `bench` that returns
 * whether it passed. Some have a short form (`--short`); `load` takes `--seconds N` and `--rate N`.
 */
const names = (await readdir(inRoot('tooling/bench')))
  .map((file) => /^([a-z-]+)\.mjs$/.exec(file)?.[1])
  .filter((name) => name && name !== 'bench');
const {
  values: { short: isShort, ...numbers },
  positionals: [wish],
} = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false }, seconds: { type: 'string' }, rate: { type: 'string' } },
});

if (!names.includes(wish)) {
  console.error(
    `${wish ? `There is no benchmark ${wish}. ` : ''}Choose one: ${names.map((name) => `npm run bench -- ${name}`).join(', ')}`,
  );
  process.exitCode = 1;
} else {
  await installWhenNeeded();
  const { bench } = await import(`./${wish}.mjs`);
  const given = Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, Number(text)]));
  process.exitCode = (await bench({ isShort, ...given })) ? 0 : 1;
  const { passed, failed } = verdictCounts();
  console.log(`\n${passed} passed, ${failed} failed`);
}
