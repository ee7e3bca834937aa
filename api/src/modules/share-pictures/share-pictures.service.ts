import {
  isSharedList,
  pictureOfArchive,
  pictureOfCategory,
  pictureOfEvent,
  pictureOfList,
  pictureOfSeries,
  pictureOfUser,
  type SharePicture,
  type SharePictureKind,
  sharePictureVersion,
} from '@manabiba/shared/contract/share-picture';

import type { Viewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import { createBoundedQueue } from '../../platform/bounded-queue';
import type { Limiter } from '../../platform/security/limiter';
import { createReadyPictures } from '../../platform/storage/ready-pictures';
import type { ArchivesService } from '../archives/archives.service';
import type { MediaFilesService } from '../archives/playback/media-files.service';
import type { CategoriesService } from '../categories/categories.service';
import type { ClassroomsService } from '../classrooms/classrooms.service';
import type { EventsService } from '../events/events.service';
import type { SeriesService } from '../series/series.service';
import type { UploadsService } from '../uploads/uploads.service';
import type { UsersService } from '../users/users.service';
import { drawSharePicture } from './draw-share-picture';

/** How many images are drawn at a time, and how many may wait. */
const DRAWING = { running: 1, waiting: 20 };
/** Rate limit of images that are not cached, per calling address. */
const DRAWN_PER_ADDRESS = { max: 60, windowSeconds: 60 };
const MAX_READY_BYTES = 16 * 1024 * 1024;

const UPLOADED = /^\/v1\/images\/([^/?]+)$/;
const POSTER = /^\/v1\/archive_media\/([^/]+)\/([^/]+)\/poster\.jpg$/;

interface SharePicturesDeps {
  classrooms: Pick<ClassroomsService, 'pictured'>;
  events: Pick<EventsService, 'get'>;
  series: Pick<SeriesService, 'get'>;
  archives: Pick<ArchivesService, 'get'>;
  users: Pick<UsersService, 'get'>;
  categories: Pick<CategoriesService, 'list'>;
  uploads: Pick<UploadsService, 'draw'>;
  mediaFiles: Pick<MediaFilesService, 'readPoster'>;
  limiter: Limiter;
  communicateMinAge: number;
}

export type SharePicturesService = ReturnType<typeof createSharePicturesService>;

/** The images that link previews show of public pages. */
export function createSharePicturesService(deps: SharePicturesDeps) {
  const { uploads, mediaFiles, limiter } = deps;
  const ready = createReadyPictures({ maxBytes: MAX_READY_BYTES });
  const enqueue = createBoundedQueue(DRAWING);
  const contentOf = contentReaders(deps);

  /** Returns an image of ours; null for any other, which a drawing replaces. */
  async function readImage(url: string | null, address: string): Promise<Buffer | null> {
    const [, uploadId] = UPLOADED.exec(url ?? '') ?? [];
    if (uploadId !== undefined) return uploads.draw(uploadId, { side: null, format: 'jpeg' }, address);
    const [, archiveId, version] = POSTER.exec(url ?? '') ?? [];
    return archiveId !== undefined && version !== undefined ? mediaFiles.readPoster(archiveId, version) : null;
  }

  return {
    /**
     * Returns the image of the page's current state, whatever version was requested; null for a page that is not
     * public. `isCurrent` is whether it is the requested version.
     */
    async draw(
      kind: SharePictureKind,
      id: string,
      version: string,
      address: string,
    ): Promise<{ bytes: Buffer; isCurrent: boolean } | null> {
      const picture = await contentOf[kind](id);
      if (!picture) return null;
      const current = sharePictureVersion(picture);
      const bytes = await ready.get(`${kind}.${id}.${current}`, async () => {
        await limiter.consume(`draw-share:${address}`, DRAWN_PER_ADDRESS);
        const image = 'imageUrl' in picture.shown ? await readImage(picture.shown.imageUrl, address) : null;
        return enqueue(() => drawSharePicture(picture, image));
      });
      return bytes && { bytes, isCurrent: version === current };
    },
  };
}

/** Reads the content of each kind as everybody sees it who is not signed in, so that it holds nothing private. */
function contentReaders(
  deps: SharePicturesDeps,
): Record<SharePictureKind, (id: string) => Promise<SharePicture | null>> {
  const { classrooms, events, series, archives, users, categories, communicateMinAge } = deps;
  const anyone: Viewer = { kind: 'anonymous', id: null, sessionId: null, communicateMinAge };
  return {
    classrooms: classrooms.pictured,
    events: async (id) => {
      const event = await findable(events.get(anyone, id));
      return event && pictureOfEvent(event);
    },
    series: async (id) => {
      const found = await findable(series.get(anyone, id));
      return found && pictureOfSeries(found);
    },
    archives: async (id) => {
      const archive = await findable(archives.get(anyone, id));
      return archive && pictureOfArchive(archive);
    },
    users: async (id) => {
      const user = await findable(users.get(anyone, id));
      return user && pictureOfUser(user);
    },
    categories: async (id) => {
      const category = (await categories.list()).find((each) => each.id === id);
      return category ? pictureOfCategory(category) : null;
    },
    lists: (id) => Promise.resolve(isSharedList(id) ? pictureOfList(id) : null),
  };
}

async function findable<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}
