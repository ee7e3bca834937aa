import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { build } from 'esbuild';

import type { Composition } from '../composition';
import type { ComposerMessage } from '../program';
import { writeSpeakingModel } from '../testing/speaking-model';

let folder: string;
const file = (name: string) => join(folder, name);

/** FFmpeg's libraries from npm cannot use a model without it, although they do not compute with it. */
const hasVulkan = spawnSync('ldconfig', ['-p']).stdout?.toString().includes('libvulkan.so.1') ?? false;

beforeAll(async () => {
  folder = await mkdtemp(join(import.meta.dirname, '..', '..', '..', '..', '.cache', 'recognize-'));
  for (const [from, to] of [
    ['program.ts', 'composer.mjs'],
    ['testing/media-lab.ts', 'lab.mjs'],
  ] as const)
    await build({
      entryPoints: [join(import.meta.dirname, '..', from)],
      outfile: file(to),
      bundle: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
    });
  const voice = (spoken: string) => `sine=f=300:r=48000:d=30,volume='0.5*(${spoken})':eval=frame`;
  const make = [
    { graph: voice('between(t,2,6)'), path: file('host.webm'), kind: 'audio' },
    { graph: voice('between(t,8,10)+between(t,28,29)'), path: file('guest.webm'), kind: 'audio' },
    { graph: 'color=c=black:s=320x240:r=5:d=30', path: file('screen.webm'), kind: 'video' },
  ];
  await promisify(execFile)(process.execPath, [file('lab.mjs'), JSON.stringify({ make })]);
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const track = (kind: 'voice' | 'screen', name: string, personId: string) => ({
  kind,
  file: file(name),
  personId,
  from: 0,
  until: 30,
});

async function compose(name: string, captionsModel: string): Promise<ComposerMessage[]> {
  const composition: Composition = {
    tracks: [
      track('screen', 'screen.webm', 'host'),
      track('voice', 'host.webm', 'host'),
      track('voice', 'guest.webm', 'guest'),
    ],
    speeches: [],
    hostId: 'host',
    from: 0,
    until: 30,
  };
  const child = spawn(process.execPath, [file('composer.mjs')], {
    env: { ...process.env, FFMPEG_PATH: '/nowhere/ffmpeg' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const messages: ComposerMessage[] = [];
  createInterface(child.stdout).on('line', (line) => messages.push(JSON.parse(line) as ComposerMessage));
  child.stdin.end(JSON.stringify({ composition, folder: file(name), captionsModel }));
  await once(child, 'close');
  return messages;
}

(hasVulkan ? it : it.skip)(
  'recognizes what each person says with a model of whisper.cpp, at the time at which they speak',
  async () => {
    await writeSpeakingModel(file('model.bin'), ['今日は', '微分', 'です。'], 1.5);
    const messages = await compose('spoken', file('model.bin'));
    expect(messages.filter((message) => 'trouble' in message)).toEqual([]);
    const lines = [
      { personId: 'host', text: '今日は微分です。', from: expect.closeTo(1.7, 1), until: expect.closeTo(3.2, 1) },
      { personId: 'guest', text: '今日は微分です。', from: expect.closeTo(7.7, 1), until: expect.closeTo(9.2, 1) },
      { personId: 'guest', text: '今日は微分です。', from: expect.closeTo(27.7, 1), until: expect.closeTo(29.2, 1) },
    ];
    expect(messages.at(-1)).toMatchObject({ composed: { lines } });
  },
  300_000,
);

it('makes the video without lines where the model cannot be used, and says so', async () => {
  await writeFile(file('broken.bin'), 'This is no model.');
  const messages = await compose('silent', file('broken.bin'));
  expect(messages).toContainEqual({ trouble: expect.stringMatching(/^Error: Speech was not recognized/) });
  expect(messages.at(-1)).toMatchObject({ composed: { seconds: 30, lines: [] } });
}, 300_000);
