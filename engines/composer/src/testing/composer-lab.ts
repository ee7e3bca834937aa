import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { build } from 'esbuild';

import type { Composition, RecordedTrack } from '../composition';
import type { ComposerMessage } from '../program';

export interface Measurement {
  lightAt: number[];
  loudAt: number[];
  pictureSeconds: number;
  soundSeconds: number;
  loudness: number;
}

/** A recorded track to make, as a graph of ffmpeg. */
export interface TrackSource {
  graph: string;
  name: string;
  kind: 'video' | 'audio';
}

/** A video of 12 s that is light for half a second from `at`. */
export const flash = (at: number, size: string) =>
  `color=c=black:s=${size}:r=15:d=12,drawbox=t=fill:c=white:enable='between(t,${at},${at + 0.5})'`;
/** A sound of 12 s that is loud for half a second from `at`. */
export const tone = (at: number) => `sine=f=1000:r=48000:d=12,volume='0.5*between(t,${at},${at + 0.5})':eval=frame`;

/** The libraries from npm, although a program may be installed. */
export const LIBRARIES: NodeJS.ProcessEnv = { ...process.env, FFMPEG_PATH: '/nowhere/ffmpeg' };

/** Builds the composer and the lab, and makes recorded tracks. */
export async function startComposerLab(sources: readonly TrackSource[]) {
  const folder = await mkdtemp(join(import.meta.dirname, '..', '..', '..', '..', '.cache', 'composer-'));
  const file = (name: string) => join(folder, name);

  async function lab(task: object): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, [file('lab.mjs'), JSON.stringify(task)]);
    return stdout;
  }

  function start(composition: Composition, name: string, env = LIBRARIES, script = file('composer.mjs')) {
    const child = spawn(process.execPath, [script], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.end(JSON.stringify({ composition, folder: file(name) }));
    const messages: ComposerMessage[] = [];
    const lines = createInterface(child.stdout);
    lines.on('line', (line) => messages.push(JSON.parse(line) as ComposerMessage));
    return { child, messages, lines };
  }

  await Promise.all(
    [
      ['program.ts', 'composer.mjs'],
      ['testing/media-lab.ts', 'lab.mjs'],
    ].map(([from = '', to = '']) =>
      build({
        entryPoints: [join(import.meta.dirname, '..', from)],
        outfile: file(to),
        bundle: true,
        format: 'esm',
        platform: 'node',
        packages: 'external',
      }),
    ),
  );
  await lab({ make: sources.map(({ name, ...source }) => ({ ...source, path: file(name) })) });
  await writeFile(file('broken.webm'), 'This is no video.');

  return {
    file,
    lab,
    start,
    measure: async (path: string) => JSON.parse(await lab({ measure: path })) as Measurement,
    async compose(...given: Parameters<typeof start>): Promise<ComposerMessage[]> {
      const { child, messages } = start(...given);
      await once(child, 'close');
      return messages;
    },
    aTrack: (kind: RecordedTrack['kind'], name: string, from = 0, personId = 'hana'): RecordedTrack => ({
      kind,
      file: file(name),
      personId,
      from,
      until: from + 12,
    }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export type ComposerLab = Awaited<ReturnType<typeof startComposerLab>>;

export const aComposition = (tracks: RecordedTrack[], changes: Partial<Composition> = {}): Composition => ({
  tracks,
  speeches: [],
  hostId: 'hana',
  from: 0,
  until: 14,
  ...changes,
});
