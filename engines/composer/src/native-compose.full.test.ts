import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { aComposition, type ComposerLab, flash, LIBRARIES, startComposerLab, tone } from './testing/composer-lab';

/** Largest accepted distance of sound and video, in seconds. */
const IN_STEP = 0.08;

interface Times {
  first: number;
  last: number;
}

const MEGABYTE = 1024 * 1024;
/** Largest accepted distance from the loudness of -16 LUFS. */
const AS_LOUD = 1;
/** Times in a long track at which it is light and loud. */
const FLASHES = [3, 13, 20];
/** Its seconds. */
const LONG = 24;
const anyOf = (times: readonly number[]) => times.map((at) => `between(t,${at},${at + 0.5})`).join('+');

/** Whether this machine has the program too. */
const hasProgram = spawnSync(process.env['FFMPEG_PATH'] || 'ffmpeg', ['-version']).status === 0;

let composerLab: ComposerLab;
const file: ComposerLab['file'] = (...given) => composerLab.file(...given);
const lab: ComposerLab['lab'] = (...given) => composerLab.lab(...given);
const measure: ComposerLab['measure'] = (...given) => composerLab.measure(...given);
const start: ComposerLab['start'] = (...given) => composerLab.start(...given);
const compose: ComposerLab['compose'] = (...given) => composerLab.compose(...given);
const aTrack: ComposerLab['aTrack'] = (...given) => composerLab.aTrack(...given);

beforeAll(async () => {
  composerLab = await startComposerLab([
    { graph: flash(3, '640x360'), name: 'screen.webm', kind: 'video' },
    { graph: flash(5, '320x240'), name: 'camera.webm', kind: 'video' },
    { graph: tone(3), name: 'voice.webm', kind: 'audio' },
    { graph: tone(5), name: 'other.webm', kind: 'audio' },
    { graph: tone(3), name: 'voice.ogg', kind: 'audio' },
    {
      graph: `color=c=black:s=640x360:r=15:d=${LONG},drawbox=t=fill:c=white:enable='${anyOf(FLASHES)}'`,
      name: 'long.webm',
      kind: 'video',
    },
    {
      graph: `sine=f=1000:r=48000:d=${LONG},volume='0.5*(${anyOf(FLASHES)})':eval=frame`,
      name: 'long-voice.webm',
      kind: 'audio',
    },
    // Syllables of a quiet speaker, at -35 LUFS.
    {
      graph: "anoisesrc=r=48000:d=12:c=pink:a=0.1:seed=1,volume='abs(sin(t*9))*gt(sin(t*1.3),-0.5)':eval=frame",
      name: 'quiet.webm',
      kind: 'audio',
    },
  ]);
}, 240_000);
afterAll(() => composerLab.remove());

// LiveKit's Egress writes voices to Ogg files.
it.each(['voice.webm', 'voice.ogg'])('keeps sound and video in sync, wherever the tracks begin: %s', async (voice) => {
  const tracks = [aTrack('screen', 'screen.webm', 1.25), aTrack('voice', voice, 1.25)];
  const messages = await compose(aComposition(tracks), `step-${voice}`);
  expect(messages.at(-1)).toMatchObject({ composed: { seconds: 14, scrub: { columns: 10, secondsPerTile: 2 } } });
  const { lightAt, loudAt, pictureSeconds, soundSeconds } = await measure(file(`step-${voice}/video.mp4`));
  expect(lightAt).toHaveLength(1);
  expect(Math.abs((lightAt[0] as number) - 4.25)).toBeLessThan(IN_STEP);
  expect(Math.abs((loudAt[0] as number) - 4.25)).toBeLessThan(IN_STEP);
  expect(Math.abs((lightAt[0] as number) - (loudAt[0] as number))).toBeLessThan(IN_STEP);
  expect(Math.abs(pictureSeconds - 14)).toBeLessThan(0.2);
  expect(Math.abs(soundSeconds - 14)).toBeLessThan(0.2);
});

/** Returns the primaries, the transfer and the matrix of the colours of a video, as its header says; 6 is BT.601. */
async function coloursOf(name: string): Promise<number[]> {
  const header = await readFile(file(name));
  const at = header.indexOf('colrnclx');
  return at < 0 ? [] : [8, 10, 12].map((offset) => header.readUInt16BE(at + offset));
}

it('makes everything that a player needs', async () => {
  await compose(aComposition([aTrack('screen', 'screen.webm'), aTrack('voice', 'voice.webm')]), 'whole');
  const master = await readFile(file('whole/master.m3u8'), 'utf8');
  for (const height of [720, 360]) {
    expect(master).toContain(`${height}/index.m3u8`);
    const playlist = await readFile(file(`whole/${height}/index.m3u8`), 'utf8');
    expect(playlist).toContain('#EXT-X-ENDLIST');
    for (const name of ['init.mp4', ...(playlist.match(/^\d+\.m4s$/gm) ?? [])])
      expect((await stat(file(`whole/${height}/${name}`))).size).toBeGreaterThan(100);
  }
  for (const name of ['video.mp4', '720/init.mp4', '360/init.mp4'])
    expect(await coloursOf(`whole/${name}`)).toEqual([6, 6, 6]);
  for (const name of ['poster.jpg', 'thumbs.jpg'])
    expect((await readFile(file(`whole/${name}`))).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  const waveform = JSON.parse(await readFile(file('whole/waveform.json'), 'utf8')) as number[];
  expect(waveform).toHaveLength(200);
  expect(Math.max(...waveform)).toBeGreaterThan(0.02);
  // The index comes before the data, so that a player can start before it has the file.
  const video = await readFile(file('whole/video.mp4'));
  expect(video.indexOf('moov')).toBeLessThan(video.indexOf('mdat'));
});

it('mixes all voices and shows the camera beside the screen', async () => {
  const tracks = [
    aTrack('screen', 'screen.webm'),
    aTrack('camera', 'camera.webm', 0, 'ken'),
    aTrack('voice', 'voice.webm'),
    aTrack('voice', 'other.webm', 2, 'ken'),
  ];
  await compose(aComposition(tracks), 'mixed');
  const { loudAt } = await measure(file('mixed/video.mp4'));
  for (const at of [3, 7]) expect(loudAt.some((time) => Math.abs(time - at) < IN_STEP)).toBe(true);
});

it('reports who speaks when, and neither shows nor plays them in what they have taken out', async () => {
  const tracks = [
    aTrack('voice', 'long-voice.webm', 0, 'ken'),
    aTrack('camera', 'long.webm', 0, 'ken'),
    aTrack('voice', 'other.webm'),
  ].map((track) => ({ ...track, until: track.file.includes('long') ? LONG : track.until }));
  const whole = aComposition(tracks, { until: LONG });
  const [, messages] = (await compose(whole, 'spoken')).slice(-2);
  const composed = messages && 'composed' in messages ? messages.composed : undefined;
  const ofKen = composed?.speeches.filter(({ personId }) => personId === 'ken') ?? [];
  expect(ofKen).toHaveLength(FLASHES.length);
  ofKen.forEach(({ from }, index) => expect(Math.abs(from - (FLASHES[index] as number))).toBeLessThan(0.2));
  const out = ofKen.slice(1, 2).map((speech) => ({ ...speech, from: speech.from - 0.3, until: speech.until + 0.3 }));
  await compose({ ...whole, removals: out }, 'unspoken');
  const { lightAt, loudAt, pictureSeconds, soundSeconds } = await measure(file('unspoken/video.mp4'));
  for (const times of [lightAt, loudAt])
    expect(FLASHES.map((at) => times.some((time) => Math.abs(time - at) < 0.2))).toEqual([true, false, true]);
  expect(Math.abs(pictureSeconds - LONG)).toBeLessThan(0.2);
  expect(Math.abs(soundSeconds - LONG)).toBeLessThan(0.2);
}, 180_000);

it('uses what can be read of a recording with a broken track', async () => {
  const tracks = [aTrack('screen', 'broken.webm'), aTrack('voice', 'voice.webm'), aTrack('camera', 'nothing.webm')];
  expect((await compose(aComposition(tracks), 'half')).at(-1)).toMatchObject({ composed: { seconds: 14 } });
  expect((await measure(file('half/video.mp4'))).loudAt).not.toEqual([]);
});

it('composes silence and empty frames where there is nothing', async () => {
  const messages = await compose(aComposition([aTrack('camera', 'camera.webm')], { until: 3 }), 'silent');
  expect(messages.at(-1)).toMatchObject({ composed: { seconds: 3 } });
  expect((await measure(file('silent/video.mp4'))).loudAt).toEqual([]);
});

/** Length of the composition of many tracks, in seconds. */
const PIECES = 22;
/** Eight cameras of 2.5 s beside one long screen: more tracks than are open at once, so the video has several pieces. */
const inPieces = () =>
  aComposition(
    [
      { ...aTrack('screen', 'long.webm'), until: LONG },
      { ...aTrack('voice', 'long-voice.webm'), until: LONG },
      ...Array.from({ length: 8 }, (_, index) => ({
        ...aTrack('camera', 'camera.webm', index * 2.5, `person-${index}`),
        until: index * 2.5 + 2.5,
      })),
      aTrack('voice', 'voice.webm', 10, 'ken'),
    ],
    { until: PIECES },
  );

async function expectPieces(name: string, env: NodeJS.ProcessEnv): Promise<void> {
  const messages = await compose(inPieces(), name, env);
  expect(messages.at(-1)).toMatchObject({ composed: { seconds: PIECES } });
  const { lightAt, loudAt, pictureSeconds, soundSeconds } = await measure(file(`${name}/video.mp4`));
  expect(lightAt).toHaveLength(FLASHES.length);
  for (const [index, at] of FLASHES.entries()) {
    expect(Math.abs((lightAt[index] as number) - at)).toBeLessThan(IN_STEP);
    expect(loudAt.some((time) => Math.abs(time - at) < IN_STEP)).toBe(true);
  }
  expect(Math.abs(pictureSeconds - PIECES)).toBeLessThan(0.2);
  expect(Math.abs(soundSeconds - PIECES)).toBeLessThan(0.2);
  for (const height of [720, 360])
    expect(await readFile(file(`${name}/${height}/index.m3u8`), 'utf8')).toContain('#EXT-X-ENDLIST');
  await expect(stat(file(`${name}/work`))).rejects.toThrow('ENOENT');
}

it('keeps pieces of the video in step', () => expectPieces('pieces', LIBRARIES));
(hasProgram ? it : it.skip)('does the same with the ffmpeg of this machine', () => expectPieces('own', process.env));

it('joins a long video without keeping it in memory', async () => {
  const graph = 'testsrc2=size=1280x720:rate=15:duration=4,noise=alls=60:allf=t[out0]';
  await mkdir(file('long'));
  const answer = await lab({ join: { folder: file('long'), graph, seconds: 4, times: 20 } });
  const { bytes, grown } = JSON.parse(answer) as { bytes: number; grown: number };
  expect(bytes).toBeGreaterThan(150 * MEGABYTE);
  expect(grown).toBeLessThan(100 * MEGABYTE);
});

it('reads a voice of two hours without keeping its packets in memory', async () => {
  const times = 600;
  const entry = "file 'voice.webm'\nduration 12\n";
  await writeFile(file('hours.ffconcat'), `ffconcat version 1.0\n${entry.repeat(times)}`);
  const answer = JSON.parse(await lab({ read: file('hours.ffconcat') })) as { times: Times; grown: number };
  expect(answer.times.last).toBeGreaterThan(times * 12 - 1);
  expect(answer.grown).toBeLessThan(50 * MEGABYTE);
});

it('brings a quiet voice to the usual loudness', async () => {
  await compose(aComposition([aTrack('voice', 'quiet.webm')], { until: 12 }), 'quiet');
  expect(Math.abs((await measure(file('quiet/video.mp4'))).loudness + 16)).toBeLessThan(AS_LOUD);
});

it('cuts the start off and keeps the rest in step', async () => {
  const tracks = [aTrack('screen', 'screen.webm'), aTrack('voice', 'voice.webm')];
  await compose(aComposition(tracks, { from: 2, until: 8 }), 'cut');
  const { lightAt, loudAt } = await measure(file('cut/video.mp4'));
  expect(Math.abs((lightAt[0] as number) - 1)).toBeLessThan(IN_STEP);
  expect(Math.abs((loudAt[0] as number) - 1)).toBeLessThan(IN_STEP);
});

it.each([
  ['the sound is encoded', 'work/sound.m4a'],
  ['the pieces are joined', 'video.mp4'],
  ['the rest is written', 'waveform.json'],
])('reports that the disk is full while %s, and continues when it is not', async (_step, name) => {
  const composition = aComposition([aTrack('voice', 'voice.webm')], { until: 4 });
  const work = `full-${name.replace('/', '-')}`;
  await mkdir(file(`${work}/work`), { recursive: true });
  await symlink('/dev/full', file(`${work}/${name}.part`));
  expect((await compose(composition, work)).at(-1)).toMatchObject({ failure: 'no_space' });
  await rm(file(`${work}/${name}.part`));
  expect((await compose(composition, work)).at(-1)).toMatchObject({ composed: { seconds: 4 } });
  expect((await stat(file('voice.webm'))).size).toBeGreaterThan(0);
});

it('reports that there is no codec where neither a program nor the libraries are installed', async () => {
  const bare = await mkdtemp(join(tmpdir(), 'no-codec-'));
  await copyFile(file('composer.mjs'), join(bare, 'composer.mjs'));
  const composition = aComposition([aTrack('voice', 'voice.webm')], { until: 4 });
  const messages = await compose(composition, 'bare', LIBRARIES, join(bare, 'composer.mjs'));
  await rm(bare, { recursive: true, force: true });
  expect(messages).toEqual([{ failure: 'missing_codec', reason: expect.stringContaining('node-av') }]);
  expect((await stat(file('voice.webm'))).size).toBeGreaterThan(0);
});

it('continues after kills between and in the middle of steps, and repeats no finished one', async () => {
  const finished = new Map<string, number>();
  for (const percent of [2, 30, 70, 92]) {
    const { child, lines } = start(inPieces(), 'killed');
    await new Promise<void>((done) => {
      lines.on('line', (line) => {
        if (((JSON.parse(line) as { percent?: number }).percent ?? 100) >= percent) done();
      });
    });
    child.kill('SIGKILL');
    await once(child, 'close');
    const names = (await readdir(file('killed'), { recursive: true })).filter((name) => /\.(m4a|mp4)$/.test(name));
    for (const name of names) {
      const { mtimeMs } = await stat(file(`killed/${name}`));
      expect(finished.get(name) ?? mtimeMs).toBe(mtimeMs);
      finished.set(name, mtimeMs);
    }
  }
  expect([...finished.keys()]).toContain('work/720-0.mp4');
  expect((await compose(inPieces(), 'killed')).at(-1)).toMatchObject({ composed: { seconds: PIECES } });
  const { lightAt, pictureSeconds } = await measure(file('killed/video.mp4'));
  expect(lightAt).toHaveLength(FLASHES.length);
  expect(Math.abs(pictureSeconds - PIECES)).toBeLessThan(0.2);
});

it('begins anew when the folder has steps of another composition', async () => {
  const { child, lines } = start(inPieces(), 'other');
  await once(lines, 'line');
  child.kill('SIGKILL');
  await once(child, 'close');
  const messages = await compose(aComposition([aTrack('screen', 'screen.webm')], { until: 4 }), 'other');
  expect(messages.at(-1)).toMatchObject({ composed: { seconds: 4 } });
  expect((await measure(file('other/video.mp4'))).loudAt).toEqual([]);
});
