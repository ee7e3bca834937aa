import { AppError } from '../../../platform/app-error';
import type { OpenFile, Storage } from '../../../platform/storage/storage';
import { readRange } from './byte-range';
import type { MediaFilesRepository } from './media-files.repository';
import { type MediaGrant, type MediaUrls } from './media-urls';

/** Content types by extension; anything else is not served. */
const TYPES: Readonly<Record<string, string>> = {
  m3u8: 'application/vnd.apple.mpegurl',
  m4s: 'video/iso.segment',
  mp4: 'video/mp4',
  vtt: 'text/vtt; charset=utf-8',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  json: 'application/json; charset=utf-8',
};
/** Files large enough to be worth a redirect to the storage. */
const REDIRECTED = new Set(['m4s', 'mp4']);
const POSTER = 'poster.jpg';
const posterKey = (archiveId: string, version: string) => `archives/${archiveId}/${version}/${POSTER}`;
const FILE = /^(?:[A-Za-z0-9_-]+\/){0,2}[A-Za-z0-9_-]+\.([a-z0-9]+)$/;

interface MediaRequest {
  archiveId: string;
  version: string;
  token: string;
  file: string;
  range: string | undefined;
  ifRange: string | undefined;
}

/** An answer with bytes, or with the URL where the storage itself serves them. */
export type MediaAnswer =
  | {
      kind: 'file';
      file: OpenFile;
      range: { start: number; end: number } | null;
      type: string;
      etag: string;
      maxAge: number;
      isShared: boolean;
    }
  | { kind: 'unsatisfiable'; size: number }
  | { kind: 'redirect'; url: string; maxAge: number; isShared: boolean };

interface MediaFilesDeps {
  files: MediaFilesRepository;
  storage: Storage;
  mediaUrls: MediaUrls;
}

export type MediaFilesService = ReturnType<typeof createMediaFilesService>;

/** The files of archives, to whoever has a signed URL. */
export function createMediaFilesService({ files, storage, mediaUrls }: MediaFilesDeps) {
  /** Returns the grant of a signed URL: `not_found` for a forged one, `link_expired` once its time is over. */
  async function grantOf({ archiveId, version, token }: MediaRequest): Promise<MediaGrant> {
    const grant = mediaUrls.verify(archiveId, version, token);
    if (grant === 'forged') throw new AppError('not_found');
    if (grant === 'expired') throw new AppError('link_expired');
    // What was hidden, restricted or composed anew since then is not served any more.
    if (!(await files.isCurrent(grant))) throw new AppError('not_found');
    return grant;
  }

  async function serve(
    key: string,
    type: string,
    { range: header, ifRange, version, file: name }: MediaRequest,
    caching: { maxAge: number; isShared: boolean },
  ): Promise<MediaAnswer> {
    const etag = `"${version}.${name.replaceAll('/', '.')}"`;
    const size = await storage.sizeOf(key);
    if (size === null) throw new AppError('not_found');
    const range = ifRange === undefined || ifRange === etag ? readRange(header, size) : null;
    if (range === 'unsatisfiable') return { kind: 'unsatisfiable', size };
    const file = await storage.open(key, range ?? undefined);
    if (!file) throw new AppError('not_found');
    return { kind: 'file', file, range, type, etag, ...caching };
  }

  return {
    /** Opens the file of a signed URL, or the part of it that is asked for. */
    async open(request: MediaRequest): Promise<MediaAnswer> {
      const extension = FILE.exec(request.file)?.[1] ?? '';
      const type = TYPES[extension];
      if (!type) throw new AppError('not_found');
      const grant = await grantOf(request);
      const caching = { maxAge: mediaUrls.secondsLeft(grant), isShared: grant.isShared };
      const folder = `archives/${grant.archiveId}`;
      const key = request.file.startsWith('captions/')
        ? `${folder}/${request.file}`
        : `${folder}/${grant.version}/${request.file}`;
      if (REDIRECTED.has(extension)) {
        const url = await storage.presign(key, caching.maxAge);
        if (url !== null) return { kind: 'redirect', url, ...caching };
      }
      return serve(key, type, request, caching);
    },

    /** Opens the poster of a published archive, which everybody sees in lists. */
    async openPoster(archiveId: string, version: string): Promise<MediaAnswer> {
      if (!(await files.isPublished(archiveId, version))) throw new AppError('not_found');
      const request = { archiveId, version, token: '', file: POSTER, range: undefined, ifRange: undefined };
      return serve(posterKey(archiveId, version), 'image/jpeg', request, { maxAge: 86_400, isShared: true });
    },

    /** Returns the poster of a published archive; null for any other. */
    async readPoster(archiveId: string, version: string): Promise<Buffer | null> {
      const isPublished = await files.isPublished(archiveId, version);
      return isPublished ? storage.get(posterKey(archiveId, version)) : null;
    },
  };
}
