import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';

import { loadDefaultJapaneseParser } from 'budoux';
import { addMinutes, min } from 'date-fns';
import type { PoolClient } from 'pg';
import sharp from 'sharp';

import { createRankingRepository } from '../modules/archives/ranking/ranking.repository';
import { writeCaptions } from '../platform/captions';
import { createDb } from '../platform/database/db';
import type { Storage } from '../platform/storage/storage';
import { type ArchiveScript, type ArchiveSource, writeScript } from './archive-script';
import { deterministicId } from './plan/deterministic';
import type { DemoOptions } from './seed-demo';
import { changeDemo, insertRows } from './write-rows';

/** The version of the demo's videos: another one stores them anew. */
const MEDIA_VERSION = 'demo3';
const CAPTIONS_VERSION = 'demo1';
/** When the notice of an archive was sent, after the end of what it shows. */
const PUBLISHED_AFTER_MINUTES = 90;
const CLASSROOMS = 4;
const EVENTS = 2;
/** The videos in the folder of the demo's media, which the archives share, and what they have in common. */
const VIDEOS = 3;
const SECONDS = 40;
const SCRUB = { url: 'thumbs.jpg', columns: 10, tileWidth: 160, tileHeight: 90, secondsPerTile: 2 };
const POSTER = { width: 640, height: 360, fit: 'cover' } as const;

/** Each has a cover of its own; those of hosts who can sign in come first. */
const SOURCES = `
  (select * from (
    select distinct on (c.cover_url) 'classroom' as source, c.id, c.name as title, c.description, c.host_id as "hostId", h.nickname as "hostName",
      c.category_id as "categoryId", c.ended_at as "endedAt", c.cover_url as "coverUrl", h.password_hash is null as "isOther"
    from classrooms c join users h on h.id = c.host_id
    where c.is_demo and c.state = 'ended' and not c.private_mode and c.ended_at is not null and h.role = 'professional'
    order by c.cover_url, "isOther", c.id) pictured
    order by "isOther", id limit ${CLASSROOMS})
  union all
  (select 'event', e.id, e.title, e.description, e.organizer_id, h.nickname, e.category_id, e.end_at, e.image_url, h.password_hash is null
    from events e join users h on h.id = e.organizer_id where e.is_demo and e.state = 'archived' order by 10, e.id limit ${EVENTS})`;

const TYPES: Readonly<Record<string, string>> = {
  m3u8: 'application/vnd.apple.mpegurl',
  m4s: 'video/iso.segment',
  mp4: 'video/mp4',
  jpg: 'image/jpeg',
  json: 'application/json',
  vtt: 'text/vtt',
};

type SourceRow = ArchiveSource & { coverUrl: string };

interface FillOptions extends DemoOptions {
  storage: Storage;
  /** Folder of the demo's pictures and videos. */
  mediaDir: string;
  /** Stops the work after the current video. */
  signal: AbortSignal;
}

/**
 * Gives past demo classrooms and events an archive with one of the demo's videos. Archives that exist are kept. Of several
 * processes that start at once, one makes each. Returns how many were made.
 *
 * Pictures and files are prepared before the transaction, which then locks a class or event for a moment only.
 */
export async function fillArchives(options: FillOptions): Promise<{ made: number }> {
  const { pool, now, storage, mediaDir, signal } = options;
  const parser = loadDefaultJapaneseParser();
  const { rows } = await pool.query<SourceRow>(SOURCES);
  let made = 0;
  for (const [index, source] of rows.entries()) {
    if (signal.aborted) break;
    const id = deterministicId('arc', source.id);
    const folder = `archives/${id}`;
    const isMissing = !(await isKnown(pool, id, source));
    if (!isMissing && (await storage.sizeOf(`${folder}/${MEDIA_VERSION}/master.m3u8`)) !== null) continue;
    const script = writeScript(source, (text) => parser.parse(text));
    await store(storage, folder, script, await filesOf(mediaDir, source, index));
    if (!isMissing) await setVersion(pool, id);
    else if (!(await insertArchive(pool, { id, folder, index, source, script, now }))) continue;
    made += 1;
  }
  if (made > 0) await createRankingRepository(createDb(pool)).rank();
  return { made };
}

async function isKnown(client: Pick<PoolClient, 'query'>, id: string, { source, id: sourceId }: SourceRow) {
  const { rows } = await client.query('select 1 from archives where id = $1 or (source = $2 and source_id = $3)', [
    id,
    source,
    sourceId,
  ]);
  return rows.length > 0;
}

/** Returns the files of an archive by name. */
async function filesOf(mediaDir: string, { coverUrl }: SourceRow, index: number): Promise<[string, Buffer][]> {
  const folder = join(mediaDir, 'videos', String((index % VIDEOS) + 1));
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const files = await Promise.all(
    paths.map(async (path): Promise<[string, Buffer]> => [relative(folder, path), await readFile(path)]),
  );
  const parts = files.filter(([name]) => /^360\/.*\.(mp4|m4s)$/.test(name)).sort(([a], [b]) => partOf(a) - partOf(b));
  const poster = sharp(join(mediaDir, basename(coverUrl)))
    .resize(POSTER)
    .jpeg();
  return [
    ...files,
    ['video.mp4', Buffer.concat(parts.map(([, bytes]) => bytes))],
    ['poster.jpg', await poster.toBuffer()],
  ];
}

/** Place of a file in the whole video: its initial part, then the segments by number. */
const partOf = (name: string) => (name.endsWith('init.mp4') ? -1 : Number(/(\d+)\.m4s$/.exec(name)?.[1]));

/** An archive whose files were lost, or made by an earlier version, gets those of this one. */
const setVersion = (pool: DemoOptions['pool'], id: string) =>
  pool.query('update archives set media_version = $2, thumbnail_url = $3 where id = $1', [
    id,
    MEDIA_VERSION,
    posterOf(id),
  ]);

const posterOf = (id: string) => `/v1/archive_media/${id}/${MEDIA_VERSION}/poster.jpg`;

/** The master playlist is written last: where it is, everything is. */
async function store(
  storage: Storage,
  folder: string,
  script: ArchiveScript,
  files: [string, Buffer][],
): Promise<void> {
  const captions = await writeCaptions(script.cues);
  await storage.put(`${folder}/captions/${CAPTIONS_VERSION}.vtt`, Buffer.from(captions), 'text/vtt');
  const inOrder = [...files].sort(([a], [b]) => Number(a === 'master.m3u8') - Number(b === 'master.m3u8'));
  for (const [name, bytes] of inOrder)
    await storage.put(`${folder}/${MEDIA_VERSION}/${name}`, bytes, TYPES[name.split('.').at(-1) ?? ''] ?? '');
}

interface NewArchive {
  id: string;
  folder: string;
  index: number;
  source: SourceRow;
  script: ArchiveScript;
  now: Date;
}

/** Most are open to everybody; one each is for signed-in users, for subscribers and for ticket holders. */
function accessOf({ index, source }: NewArchive): 'public' | 'signed_in' | 'subscriber' | 'ticket' {
  if (source.source === 'event') return index % 2 === 0 ? 'public' : 'ticket';
  return (['public', 'signed_in', 'subscriber', 'public'] as const)[index] ?? 'public';
}

/** Inserts an archive and what follows from it. Returns whether it is news: another process may have been first. */
async function insertArchive(pool: DemoOptions['pool'], archive: NewArchive): Promise<boolean> {
  const { id, folder, index, source, script, now } = archive;
  return changeDemo(pool, async (client) => {
    if (await isKnown(client, id, source)) return false;
    await insertRows(client, 'archives', [
      {
        id,
        source: source.source,
        source_id: source.id,
        host_id: source.hostId,
        title: source.title,
        description: source.description,
        category_id: source.categoryId,
        chapters: script.chapters,
        thumbnail_url: posterOf(id),
        duration_seconds: SECONDS,
        watch_count: 0,
        is_pickup: index < 2,
        access: accessOf(archive),
        state: 'ready',
        published_at: source.endedAt,
        media_version: MEDIA_VERSION,
        media_info: { scrub: SCRUB, hasWaveform: true },
        captions_version: CAPTIONS_VERSION,
        progress: 100,
        created_at: source.endedAt,
        updated_at: now,
      },
    ]);
    await client.query(
      `insert into archive_folders (folder, archive_id, created_at) values ($1, $2, $3)
        on conflict (folder) do update set archive_id = excluded.archive_id`,
      [folder, id, now],
    );
    await insertWatches(client, archive);
    const table = source.source === 'event' ? 'events' : 'classrooms';
    await client.query(`update ${table} set archive_id = $1 where id = $2`, [id, source.id]);
    await notifyAttendees(client, archive);
    return true;
  });
}

/** Those who can sign in and were there find the archive in their inbox, read. */
async function notifyAttendees(client: PoolClient, { id, source, now }: NewArchive): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select id from users where password_hash is not null and is_demo and id <> $2 and id in (
       select user_id from participations where event_id = $1 and state in ('confirmed', 'joined')
       union select user_id from classroom_users where classroom_id = $1 and joined_at is not null)`,
    [source.id, source.hostId],
  );
  await insertRows(
    client,
    'notifications',
    rows.map((person) => ({
      id: deterministicId('ntf', `${id} ${person.id}`),
      user_id: person.id,
      kind: 'eventArchived',
      title: source.title,
      body: '',
      url: `/archives/${id}`,
      is_read: true,
      created_at: min([addMinutes(source.endedAt, PUBLISHED_AFTER_MINUTES), now]),
    })),
  );
}

/** Most of those who were there have watched it again: whose place in the order of ids is not the third. */
async function insertWatches(client: PoolClient, { id, source, now }: NewArchive): Promise<void> {
  const people =
    source.source === 'event'
      ? "select user_id from participations where event_id = $2 and state in ('confirmed', 'joined')"
      : 'select user_id from classroom_users where classroom_id = $2 and joined_at is not null';
  await client.query(
    `insert into archive_watches (archive_id, viewer_id, session_id, counted_at)
      select $1, user_id, 'demo', $4 from (
        select user_id, row_number() over (order by user_id) as place
          from (select distinct user_id from (${people}) p where user_id is not null and user_id <> $3) d
      ) numbered where place % 3 <> 0`,
    [id, source.id, source.hostId, now],
  );
  await client.query(
    'update archives set watch_count = (select count(*) from archive_watches where archive_id = $1) where id = $1',
    [id],
  );
}
