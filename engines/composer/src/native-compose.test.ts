import { readFile, stat } from 'node:fs/promises';

import { aComposition, type ComposerLab, flash, startComposerLab, tone } from './testing/composer-lab';

/** Largest accepted distance of sound and video, in seconds. */
const IN_STEP = 0.08;

let lab: ComposerLab;
beforeAll(async () => {
  lab = await startComposerLab([
    { graph: flash(3, '640x360'), name: 'screen.webm', kind: 'video' },
    { graph: tone(3), name: 'voice.webm', kind: 'audio' },
  ]);
}, 240_000);
afterAll(() => lab.remove());

it('composes a video with sound in sync, and everything that a player needs', async () => {
  const { aTrack, compose, file, measure } = lab;
  const tracks = [aTrack('screen', 'screen.webm', 0.75), aTrack('voice', 'voice.webm', 0.75)];
  const messages = await compose(aComposition(tracks, { until: 6 }), 'whole');
  expect(messages.at(-1)).toMatchObject({ composed: { seconds: 6 } });
  const { lightAt, loudAt, pictureSeconds, soundSeconds } = await measure(file('whole/video.mp4'));
  expect(lightAt).toHaveLength(1);
  expect(Math.abs((lightAt[0] as number) - 3.75)).toBeLessThan(IN_STEP);
  expect(Math.abs((loudAt[0] as number) - 3.75)).toBeLessThan(IN_STEP);
  expect(Math.abs(pictureSeconds - 6)).toBeLessThan(0.2);
  expect(Math.abs(soundSeconds - 6)).toBeLessThan(0.2);
  for (const height of [720, 360])
    expect(await readFile(file(`whole/${height}/index.m3u8`), 'utf8')).toContain('#EXT-X-ENDLIST');
  for (const name of ['poster.jpg', 'thumbs.jpg', 'waveform.json'])
    expect((await stat(file(`whole/${name}`))).size).toBeGreaterThan(100);
});

it('reports that nothing of a recording can be read', async () => {
  const messages = await lab.compose(aComposition([lab.aTrack('screen', 'broken.webm')]), 'broken');
  expect(messages.at(-1)).toMatchObject({ failure: 'broken_recording' });
});
