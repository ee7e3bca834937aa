import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { facadeDrift, facadeReport } from '../check/facade/facade-report.mjs';
import { refusalOfVersion } from '../check/facade/published-facade.mjs';
import { inRoot } from '../root.mjs';
import { bundleToModule } from './bundle-to-module.mjs';
import { renderPageScript } from './page-script.mjs';
import { renderRemoteSchema } from './remote-schema.mjs';

/** The part of an endpoint that a client needs; its schemas stay on the server. */
const CLIENT_FIELDS = ['name', 'method', 'path', 'tags', 'invalidates', 'maxRetries', 'idempotencyKey'];

const NOTE = '// Made from the contract by `npm run generate`: change shared/src/contract instead.\n';
const HEAD = `${NOTE}import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';
`;

/** Returns the text of the contract: every call of its files. */
async function renderContract() {
  const groups = Object.entries(await namesByFile()).map(([file, names]) => ({
    module: basename(file, '.ts'),
    alias: basename(file, '.ts').replaceAll(/-(\w)/g, (_dash, letter) => letter.toUpperCase()),
    names: names.toSorted(),
  }));
  groups.sort((a, b) => (a.module < b.module ? -1 : 1));
  const imports = groups.map(({ module, alias }) => `import * as ${alias} from './${module}';\n`);
  const calls = groups.flatMap(({ alias, names }) => names.map((name) => `  ${name}: ${alias}.${name},\n`));
  return {
    'shared/src/contract/contract.ts': `// Made from the files beside it by \`npm run generate\`.
${imports.join('')}
/**
 * Every call of the product by name. The api iterates over it; browsers receive only the generated references
 * (data/endpoints.ts).
 */
export const contract = {
${calls.join('')}};

export type Contract = typeof contract;
`,
  };
}

/**
 * Returns the texts of shared/src/data/endpoints.ts and of the files that it exports, by path, for the current
 * contract. Each file of the contract has one, so that a page loads the references of its neighbours only.
 */
async function renderEndpoints() {
  const { contract } = await bundleToModule(inRoot('shared/src/contract/contract.ts'));
  const groups = await namesByFile();
  const texts = Object.entries(groups).map(([file, names]) => [
    `shared/src/data/endpoints/${file}`,
    `${HEAD}\n${names.map((name) => referenceOf(name, contract[name])).join('')}`,
  ]);
  const index = Object.keys(groups).map((file) => `export * from './endpoints/${basename(file, '.ts')}';\n`);
  return Object.fromEntries([['shared/src/data/endpoints.ts', NOTE + index.join('')], ...texts]);
}

/**
 * Returns the names of the calls that each file of the contract declares.
 * @returns {Promise<Record<string, string[]>>}
 */
async function namesByFile() {
  const folder = inRoot('shared/src/contract');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts')).sort();
  const entries = await Promise.all(
    files.map(async (file) => {
      const source = await readFile(join(folder, file), 'utf8');
      const names = [...source.matchAll(/^export const (\w+) = endpoint\(/gm)].map(([, name]) => name ?? '');
      return /** @type {const} */ ([file, names]);
    }),
  );
  return Object.fromEntries(entries.filter(([, names]) => names.length > 0));
}

function referenceOf(name, definition) {
  if (definition?.name !== name) throw new Error(`The contract lists ${definition?.name} as ${name}.`);
  const fields = CLIENT_FIELDS.filter((field) => definition[field] !== undefined).map(
    (field) => `${field}: ${literal(definition[field])}`,
  );
  return `export const ${name} = /*#__PURE__*/ reference<Contract['${name}']>({ ${fields.join(', ')} });\n`;
}

const literal = (value) =>
  Array.isArray(value) ? `[${value.map(literal).join(', ')}]` : JSON.stringify(value).replace(/^"(.*)"$/, "'$1'");

const differs = (committed, current) =>
  committed === current ? undefined : 'It is not what its sources say: run `npm run generate`.';

/**
 * Generated files that are committed, by path. `drift` describes how a file differs.
 * @type {{ title: string, render: () => Record<string, string> | Promise<Record<string, string>>, drift: (committed: string, current: string) => string | undefined }[]}
 */
const outputs = [
  // First: the references are read from it.
  { title: 'The contract', render: renderContract, drift: differs },
  { title: 'References of the endpoints', render: renderEndpoints, drift: differs },
  { title: 'The schema of remote.json', render: renderRemoteSchema, drift: differs },
  { title: 'The script in every page', render: renderPageScript, drift: differs },
  {
    title: 'The report of the facade',
    render: () => ({ 'shared/facade.api.txt': facadeReport() }),
    drift: facadeDrift,
  },
];

for (const { title, render, drift } of outputs) {
  const drifts = [];
  for (const [path, current] of Object.entries(await render())) {
    const sentence = drift(await readFile(inRoot(path), 'utf8').catch(() => ''), current);
    if (sentence) drifts.push({ path, current, sentence });
  }
  if (drifts.length === 0) console.log(`${title}: up to date.`);
  for (const { path, current, sentence } of drifts) {
    if (process.argv.includes('--check')) {
      console.error(`${path}: ${sentence}`);
      process.exitCode = 1;
    } else {
      await mkdir(dirname(inRoot(path)), { recursive: true });
      await writeFile(inRoot(path), current);
      console.log(`Wrote ${path}.`);
    }
  }
}

const refusal = await refusalOfVersion();
if (refusal) {
  console.error(refusal);
  process.exitCode = 1;
} else {
  console.log('The facade has a version that fits what was published.');
}
