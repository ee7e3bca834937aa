import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { createStorage } from '../platform/storage/create-storage';
import { fillArchives } from './fill-archives';
import { seedDemo } from './seed-demo';
import { type DemoDatabase, startDemoDatabase } from './testing/start-demo-database';

const now = new Date('2026-11-23T10:00:00+09:00');

let database: DemoDatabase;
let folder: string;
beforeAll(async () => {
  database = await startDemoDatabase();
  folder = await mkdtemp(join(tmpdir(), 'demo-archives-'));
  await seedDemo({ ...database, now, passwordHash: 'none' });
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

it('gives past classrooms and events a video once, and makes lost files again', async () => {
  const storage = createStorage(pathToFileURL(folder).href);
  const fill = () =>
    fillArchives({
      ...database,
      now,
      storage,
      mediaDir: join(import.meta.dirname, 'assets'),
      signal: new AbortController().signal,
    });
  // Two processes that start at once.
  const [{ made: madeByOne }, { made: madeByOther }] = await Promise.all([fill(), fill()]);
  const made = madeByOne + madeByOther;
  expect([madeByOne, madeByOther]).toContain(0);
  expect(made).toBeGreaterThan(2);
  const archives = await database.query<{
    id: string;
    source: string;
    media_version: string;
    duration_seconds: number;
    chapters: { at: number }[];
  }>('select * from archives');
  expect(archives).toHaveLength(made);
  expect(new Set(archives.map(({ source }) => source))).toEqual(new Set(['classroom', 'event']));
  for (const { id, media_version: version, duration_seconds: seconds, chapters } of archives) {
    const files = await storage.list(`archives/${id}`);
    for (const name of [
      'master.m3u8',
      '360/index.m3u8',
      '360/init.mp4',
      '180/0.m4s',
      'video.mp4',
      'poster.jpg',
      'thumbs.jpg',
    ])
      expect(files).toContain(`archives/${id}/${version}/${name}`);
    expect(chapters.every(({ at }) => at < seconds)).toBe(true);
    const playlist = String(await storage.get(`archives/${id}/${version}/360/index.m3u8`));
    const lengths = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map(([, length]) => Number(length));
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeCloseTo(seconds);
    // One part of every video and sound: index before data.
    const file = String((await storage.get(`archives/${id}/${version}/video.mp4`))?.toString('latin1'));
    expect(file.indexOf('moov')).toBeLessThan(file.indexOf('mdat'));
  }
  expect(
    await database.query(`select 1 from archives a where watch_count = 0 or not exists
      (select 1 from archive_recommendations r where r.archive_id = a.id)`),
  ).toEqual([]);
  expect(await fill()).toEqual({ made: 0 });
  const [first] = archives;
  await storage.removeFolder(`archives/${first?.id}`);
  expect(await fill()).toEqual({ made: 1 });
  expect(await database.query('select 1 from archives')).toHaveLength(made);
  // Half a minute of one processor: seven videos.
}, 600_000);
