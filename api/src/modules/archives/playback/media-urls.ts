import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

import type { ArchiveDetail } from '@manabiba/shared/contract/archives';
import { getUnixTime } from 'date-fns';
import { secondsInHour } from 'date-fns/constants';

import type { Clock } from '../../../platform/clock';
import type { ArchiveRow } from '../archive-row';
import type { FoundArchive } from '../archives.repository';

/** Lifetime of signed URLs in seconds. */
const SIGNED_SECONDS = 4 * secondsInHour;
/** URLs of public archives are the same for everybody within this time, so that a CDN can keep what they lead to. */
const SHARED_SECONDS = 3600;
/** How many of those are kept, so that a list is not signed anew for every viewer. */
const MAX_SHARED_FOLDERS = 5000;

/** What a signed URL opens. */
export interface MediaGrant {
  archiveId: string;
  version: string;
  /** Seconds since 1970. */
  expires: number;
  /** Everybody may watch: shared caches may keep the answer. */
  isShared: boolean;
  /** Signed while the archive was hidden, for its host alone. */
  isHidden: boolean;
}

type MediaFields = Pick<
  ArchiveDetail,
  'hlsUrl' | 'fileUrl' | 'captionUrl' | 'scrub' | 'waveformUrl' | 'mediaExpiresAt'
>;

export type MediaUrls = ReturnType<typeof createMediaUrls>;

const letters = { shared: 's', own: 'o', hidden: 'h' } as const;
const kindOf = ({ isShared, isHidden }: MediaGrant) => (isShared ? 'shared' : isHidden ? 'hidden' : 'own');

/** Signs the folders of public archives once, while they are the same for everybody. */
function keepShared(folderOf: (grant: MediaGrant) => string): (grant: MediaGrant) => string {
  let folders = new Map<string, string>();
  let expires = 0;
  return (grant) => {
    if (grant.expires !== expires || folders.size >= MAX_SHARED_FOLDERS) {
      folders = new Map();
      expires = grant.expires;
    }
    const name = `${grant.archiveId}/${grant.version}`;
    const known = folders.get(name) ?? folderOf(grant);
    folders.set(name, known);
    return known;
  };
}

/**
 * Signs the media URLs of archives. The signature stands before the file's name, so that what a playlist names by
 * relative URLs is signed as well. It opens the files of one version of one archive and nothing else.
 */
export function createMediaUrls({ secret, clock }: { secret: string; clock: Clock }) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'archive-media', 32));
  const nowSeconds = () => getUnixTime(clock.now());
  const sign = (grant: MediaGrant) =>
    createHmac('sha256', key)
      .update(`${grant.archiveId}\n${grant.version}\n${grant.expires}\n${kindOf(grant)}`)
      .digest('base64url');

  const tokenOf = (grant: MediaGrant) => `${grant.expires.toString(36)}-${letters[kindOf(grant)]}-${sign(grant)}`;

  function expiryOf(isShared: boolean): number {
    const now = nowSeconds();
    return isShared ? Math.floor(now / SHARED_SECONDS) * SHARED_SECONDS + SIGNED_SECONDS : now + SIGNED_SECONDS;
  }

  const folderOf = (grant: MediaGrant) => `/v1/archive_media/${grant.archiveId}/${grant.version}/${tokenOf(grant)}`;
  const sharedFolderOf = keepShared(folderOf);

  /** Returns what signs the URLs of an archive; null when there is nothing to watch, or not for this viewer. */
  function signer(row: ArchiveRow) {
    const { media_version: version } = row;
    // A version that is being replaced is nobody's any more: a part may have been taken out.
    if (!row.can_watch || version === null || row.state === 'processing' || row.state === 'failed') return null;
    const isShared = row.access === 'public' && row.published_at !== null && row.state === 'ready';
    const grant = {
      archiveId: row.id,
      version,
      expires: expiryOf(isShared),
      isShared,
      isHidden: row.state === 'hidden',
    };
    const folder = isShared ? sharedFolderOf(grant) : folderOf(grant);
    return { expires: grant.expires, url: (file: string) => `${folder}/${file}` };
  }

  const captionsFile = (version: string | null) => version && `captions/${version}.vtt`;

  return {
    /** Returns the signed URLs of an archive; all null when there is nothing to watch, or not for this viewer. */
    of(row: FoundArchive): MediaFields {
      const { media_info: info } = row;
      const signed = signer(row);
      if (!signed)
        return { hlsUrl: null, fileUrl: null, captionUrl: null, scrub: null, waveformUrl: null, mediaExpiresAt: null };
      const { url } = signed;
      const captions = captionsFile(row.captions_version);
      return {
        hlsUrl: url('master.m3u8'),
        fileUrl: url('video.mp4'),
        captionUrl: captions && url(captions),
        scrub: info?.scrub ? { ...info.scrub, url: url(info.scrub.url) } : null,
        waveformUrl: info?.hasWaveform ? url('waveform.json') : null,
        mediaExpiresAt: new Date(signed.expires * 1000).toISOString(),
      };
    },

    /** Returns the URL of the poster: signed unless everybody may see it; null when there is none for this viewer. */
    ofPoster(row: ArchiveRow): string | null {
      const isOpen = row.published_at !== null && row.state === 'ready';
      return isOpen || row.thumbnail_url === null ? row.thumbnail_url : (signer(row)?.url('poster.jpg') ?? null);
    },

    /** Returns the signed URL of the captions; null when there are none, or not for this viewer. */
    ofCaptions(row: ArchiveRow): string | null {
      const captions = captionsFile(row.captions_version);
      return captions && (signer(row)?.url(captions) ?? null);
    },

    /** Returns what a token opens, or why it opens nothing. */
    verify(archiveId: string, version: string, token: string): MediaGrant | 'forged' | 'expired' {
      const [, expiry, kind, signature] = /^([0-9a-z]{1,9})-([soh])-([\w-]{43})$/.exec(token) ?? [];
      if (expiry === undefined || signature === undefined) return 'forged';
      const grant = {
        archiveId,
        version,
        expires: Number.parseInt(expiry, 36),
        isShared: kind === letters.shared,
        isHidden: kind === letters.hidden,
      };
      const right = Buffer.from(sign(grant));
      const given = Buffer.from(signature);
      if (right.length !== given.length || !timingSafeEqual(right, given)) return 'forged';
      return grant.expires <= nowSeconds() ? 'expired' : grant;
    },

    /** Seconds for which the answer to a granted request may be kept. */
    secondsLeft: ({ expires }: MediaGrant) => Math.max(0, expires - nowSeconds()),
  };
}
