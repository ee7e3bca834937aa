import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { createPool, type Pool } from '../platform/database/db';
import { createStorage } from '../platform/storage/create-storage';
import { fillArchives } from './fill-archives';
import { fillStaffWork } from './fill-staff-work';
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
  const fill = (pool: Pool = database.pool) =>
    fillArchives({
      ...database,
      pool,
      now,
      storage,
      mediaDir: join(import.meta.dirname, 'assets'),
      signal: new AbortController().signal,
    });
  // Two processes that start at once, one of them with a single connection.
  const single = createPool(database.url, { max: 1 });
  const [{ made: madeByOne }, { made: madeByOther }] = await Promise.all([fill(single), fill()]);
  await single.end();
  const made = madeByOne + madeByOther;
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
      '360/0.m4s',
      'waveform.json',
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
  const ofHost = await database.query<{ title: string; cover: string }>(
    `select a.title, coalesce(c.cover_url, e.image_url) as cover from archives a join users u on u.id = a.host_id and u.password_hash is not null
     left join classrooms c on c.id = a.source_id left join events e on e.id = a.source_id`,
  );
  expect(ofHost.map(({ title }) => title).sort()).toEqual(['図形の夜', '微分は「傾き」ではじめる']);
  expect(new Set(ofHost.map(({ cover }) => cover)).size).toBe(2);
  const notified = await database.query<{ email: string }>(
    `select distinct split_part(email, '@', 1) as email from notifications n join users u on u.id = n.user_id join archives a on n.url = '/archives/' || a.id
     where n.kind = 'eventArchived' and n.title = a.title and n.is_read and u.email is not null order by 1`,
  );
  expect(notified.map(({ email }) => email)).toEqual([
    'adult',
    'school',
    'student',
    'subscriber',
    'unpaid',
    'unverified',
  ]);
  expect(await fill()).toEqual({ made: 0 });
  const [first] = archives;
  await storage.removeFolder(`archives/${first?.id}`);
  expect(await fill()).toEqual({ made: 1 });
  expect(await database.query('select 1 from archives')).toHaveLength(made);
});

it('gives the staff a document and two reports to decide, once', async () => {
  const storage = createStorage(pathToFileURL(folder).href);
  const fill = () => fillStaffWork({ ...database, now, storage });
  await Promise.all([fill(), fill()]);
  const waiting = () =>
    database.query(`select 'document' as kind from uploads d join users u on u.id = d.user_id
        where d.submitted_at is not null and d.decided_at is null and u.state = 'under_review'
      union all select 'person' from user_reports where state = 'open' union all select 'comment' from comment_reports where state = 'open' order by 1`);
  expect(await waiting()).toEqual([{ kind: 'comment' }, { kind: 'document' }, { kind: 'person' }]);
  const [document] = await database.query<{ id: string; size: number }>('select id, size from uploads');
  expect((await storage.get(`identity_document/${document?.id}`))?.length).toBe(document?.size);
  await database.query("update user_reports set state = 'dismissed'");
  await fill();
  expect(await waiting()).toHaveLength(2);
});
