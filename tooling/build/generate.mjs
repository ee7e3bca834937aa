import { readFile, writeFile } from 'node:fs/promises';

import { inRoot } from '../root.mjs';
import { facadeDrift, facadeReport } from '../types/facade-report.mjs';
import { refusalOfVersion } from '../types/published-facade.mjs';
import { bundleToModule } from './bundle-to-module.mjs';

/** The part of an endpoint that a client needs; its schemas stay on the server. */
const CLIENT_FIELDS = ['name', 'method', 'path', 'tags', 'invalidates', 'maxRetries', 'idempotencyKey'];

const HEAD = `// Made from the contract by \`npm run generate\`: change shared/src/contract instead.
import type { Contract } from '../contract/contract';
import { reference } from './endpoint-reference';
`;

/** Returns the text of shared/src/data/endpoints.ts for the current contract. */
async function renderEndpoints() {
  const { contract } = await bundleToModule(inRoot('shared/src/contract/contract.ts'));
  const references = Object.entries(contract).map(([name, definition]) => {
    if (definition.name !== name) throw new Error(`The contract lists ${definition.name} as ${name}.`);
    const fields = CLIENT_FIELDS.filter((field) => definition[field] !== undefined).map(
      (field) => `${field}: ${literal(definition[field])}`,
    );
    return `export const ${name} = /*#__PURE__*/ reference<Contract['${name}']>({ ${fields.join(', ')} });\n`;
  });
  return `${HEAD}\n${references.join('')}`;
}

const literal = (value) =>
  Array.isArray(value) ? `[${value.map(literal).join(', ')}]` : JSON.stringify(value).replace(/^"(.*)"$/, "'$1'");

/**
 * What is made from other sources and committed. `drift` says what is wrong with the file as it stands.
 * @type {{ path: string, render: () => string | Promise<string>, drift: (committed: string, current: string) => string | undefined }[]}
 */
const outputs = [
  {
    path: 'shared/src/data/endpoints.ts',
    render: renderEndpoints,
    drift: (committed, current) =>
      committed === current
        ? undefined
        : 'shared/src/data/endpoints.ts is not what the contract says: run `npm run generate`.',
  },
  { path: 'shared/facade.api.txt', render: facadeReport, drift: facadeDrift },
];

for (const { path, render, drift } of outputs) {
  const current = await render();
  const sentence = drift(await readFile(inRoot(path), 'utf8').catch(() => ''), current);
  if (!sentence) {
    console.log(`${path} is up to date.`);
  } else if (process.argv.includes('--check')) {
    console.error(sentence);
    process.exitCode = 1;
  } else {
    await writeFile(inRoot(path), current);
    console.log(`Wrote ${path}.`);
  }
}

const refusal = await refusalOfVersion();
if (refusal) {
  console.error(refusal);
  process.exitCode = 1;
} else {
  console.log('The facade has a version that fits what was published.');
}
