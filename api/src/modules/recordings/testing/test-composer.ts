import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Composition } from '@manabiba/engine-composer/composition';
import type { ComposerFailure } from '@manabiba/engine-composer/program';

/** Speaks the composer's protocol, and writes down what it was given where the video would be. */
const PROGRAM = `
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
const { composition, folder, captionsModel } = JSON.parse(readFileSync(0, 'utf8'));
const orders = JSON.parse(readFileSync(new URL('./orders.json', import.meta.url), 'utf8'));
const tell = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
mkdirSync(folder, { recursive: true });
tell({ percent: 40 });
if (orders.failure) tell({ failure: orders.failure, reason: 'as ordered' });
else if (orders.hangs) setInterval(() => tell({ percent: 40 }), 50);
else {
  for (const name of ['video.mp4', 'poster.jpg', 'speeches.json', 'master.m3u8']) writeFileSync(join(folder, name), JSON.stringify(composition));
  const seconds = Math.round(composition.until - composition.from);
  // Everybody speaks twice.
  const voices = composition.tracks.filter(({ kind }) => kind === 'voice');
  const speeches = voices.flatMap(({ personId, from }) =>
    [[2, 5], [30, 36]].map(([start, end]) => ({ personId, from: from + start, until: from + end })));
  if (orders.trouble) tell({ trouble: orders.trouble });
  const lines = !captionsModel || orders.trouble ? [] : speeches.map((speech) =>
    ({ ...speech, text: captionsModel + ': ' + (speech.until - speech.from === 3 ? 1 : 2) }));
  tell({ composed: { seconds, speeches, lines, scrub: { url: 'thumbs.jpg', columns: 10, tileWidth: 160, tileHeight: 90, secondsPerTile: 2 } } });
}
`;

interface Orders {
  failure?: ComposerFailure;
  /** Why nothing is recognized, although there is a model. */
  trouble?: string;
  /** Never ends by itself. */
  hangs?: true;
}

/** Writes a program in place of the composer, which takes orders. */
export async function createTestComposer() {
  const folder = await mkdtemp(join(tmpdir(), 'test-composer-'));
  const script = join(folder, 'composer.mjs');
  const order = (orders: Orders) => writeFile(join(folder, 'orders.json'), JSON.stringify(orders));
  await writeFile(script, PROGRAM);
  await order({});
  return {
    script,
    folder,
    order,
    /** Reads what a stored video was made of. */
    read: async (path: string) => JSON.parse(await readFile(path, 'utf8')) as Composition,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
