import { build } from 'esbuild';

import { inRoot } from '../root.mjs';

const FOLDER = 'shell/server/rendering/html';

/** Returns the module with the text of the script that is in every page, built from page-start.ts for browsers. */
export async function renderPageScript() {
  const { outputFiles } = await build({
    entryPoints: [inRoot(FOLDER, 'page-start.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    logLevel: 'silent',
  });
  const [{ text } = { text: '' }] = outputFiles;
  if (text.includes('</')) throw new Error('The script would end its element in the page.');
  const note = '// Built from page-start.ts by `npm run generate`: change that file instead.\n';
  return { [`${FOLDER}/page-script.ts`]: `${note}export const PAGE_SCRIPT = ${JSON.stringify(text.trim())};\n` };
}
