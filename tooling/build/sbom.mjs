import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { readBom } from './bom.mjs';

// `npm run sbom -- FILE`: writes the product's bill of materials without development packages, as CycloneDX.

const [file] = process.argv.slice(2);
if (!file) {
  console.error('Name the file to write: npm run sbom -- sbom.json');
  process.exit(1);
}
const bom = readBom();
// npm runs scripts in the folder of the package, not where the person is.
await writeFile(resolve(process.env.INIT_CWD ?? '.', file), `${JSON.stringify(bom, null, 2)}\n`);
console.log(`${bom.components.length} packages are listed in ${file}`);
