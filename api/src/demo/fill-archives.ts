import { loadDefaultJapaneseParser } from 'budoux';

import { writeCaptions } from '../modules/archives/editing/captions';
import type { Storage } from '../platform/storage/storage';
import { deterministicId } from './plan/deterministic';
import type { DemoOptions } from './seed-demo';
import { type ArchiveScript, type ArchiveSource, SECONDS_PER_SLIDE, writeScript } from './videos/archive-script';
import { type MadeVideo, makeVideo } from './videos/make-video';
import { aloneInTransaction, insertRows } from './write-rows';

/** The version of the demo's videos: another one makes them anew. */
const MEDIA_VERSION = 'demo1';
const CAPTIONS_VERSION = 'demo1';
const CLASSROOMS = 4;
const EVENTS = 2;

const SOURCES = `
  (select 'classroom' as source, c.id, c.name as title, c.description, c.host_id as "hostId", h.nickname as "hostName", c.category_id as "categoryId", c.ended_at as "endedAt"
    from classrooms c join users h on h.id = c.host_id
    where c.is_demo and c.state = 'ended' and not c.private_mode and c.ended_at is not null and h.role = 'professional'
    order by c.id limit ${CLASSROOMS})
  union all
  (select 'event', e.id, e.title, e.description, e.organizer_id, h.nickname, e.category_id, e.end_at
    from events e join users h on h.id = e.organizer_id where e.is_demo and e.state = 'archived' order by e.id limit ${EVENTS})`;

const TYPES: Readonly<Record<string, string>> = {
  m3u8: 'application/vnd.apple.mpegurl',
  m4s: 'video/iso.segment',
  mp4: 'video/mp4',
  jpg: 'image/jpeg',
  json: 'application/json',
  vtt: 'text/vtt',
};

interface FillOptions extends DemoOptions {
  storage: Storage;
  /** Ends the work after the video in hand. */
  signal: AbortSignal;
}

/**
 * Gives past demo classrooms and events an archive with a video that is drawn and composed here. Videos that exist are
 * kept. A few seconds of work at the first start, in which other work goes on.
 */
export async function fillArchives({ pool, now, storage, signal }: FillOptions): Promise<{ made: number }> {
  const parser = loadDefaultJapaneseParser();
  const { rows } = await pool.query<ArchiveSource>(SOURCES);
  let made = 0;
  for (const [index, source] of rows.entries()) {
    if (signal.aborted) break;
    const id = deterministicId('arc', source.id);
    const folder = `archives/${id}`;
    const known = await pool.query('select 1 from archives where id = $1 or (source = $2 and source_id = $3)', [
      id,
      source.source,
      source.id,
    ]);
    if (known.rows.length > 0 && (await storage.sizeOf(`${folder}/${MEDIA_VERSION}/master.m3u8`)) !== null) continue;
    const script = writeScript(source, index, (text) => parser.parse(text));
    const video = await makeVideo({ ...script, secondsPerSlide: SECONDS_PER_SLIDE, seed: index + 1 });
    await store(storage, folder, video, script);
    if (known.rows.length === 0) await insertArchive(pool, { id, folder, index, source, video, script, now });
    made += 1;
  }
  return { made };
}

/** The master playlist is written last: where it is, everything is. */
async function store(storage: Storage, folder: string, video: MadeVideo, script: ArchiveScript): Promise<void> {
  const captions = await writeCaptions(script.cues);
  await storage.put(`${folder}/captions/${CAPTIONS_VERSION}.vtt`, Buffer.from(captions), 'text/vtt');
  const files = [...video.files].sort(([a], [b]) => Number(a === 'master.m3u8') - Number(b === 'master.m3u8'));
  for (const [name, bytes] of files)
    await storage.put(`${folder}/${MEDIA_VERSION}/${name}`, bytes, TYPES[name.split('.').at(-1) ?? ''] ?? '');
}

interface NewArchive {
  id: string;
  folder: string;
  index: number;
  source: ArchiveSource;
  video: MadeVideo;
  script: ArchiveScript;
  now: Date;
}

/** Most are open to everybody; one each is for signed-in users, for subscribers and for ticket holders. */
function accessOf({ index, source }: NewArchive): 'public' | 'signed_in' | 'subscriber' | 'ticket' {
  if (source.source === 'event') return index % 2 === 0 ? 'public' : 'ticket';
  return (['public', 'signed_in', 'subscriber', 'public'] as const)[index] ?? 'public';
}

async function insertArchive(pool: DemoOptions['pool'], archive: NewArchive): Promise<void> {
  const { id, folder, index, source, video, script, now } = archive;
  await aloneInTransaction(pool, async (client) => {
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
        thumbnail_url: `/v1/archive_media/${id}/${MEDIA_VERSION}/poster.jpg`,
        duration_seconds: video.seconds,
        watch_count: 0,
        is_pickup: index < 2,
        access: accessOf(archive),
        state: 'ready',
        published_at: source.endedAt,
        media_version: MEDIA_VERSION,
        media_info: { scrub: video.scrub, hasWaveform: true },
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
    const table = source.source === 'event' ? 'events' : 'classrooms';
    await client.query(`update ${table} set archive_id = $1 where id = $2`, [id, source.id]);
  });
}
