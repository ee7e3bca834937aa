import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { putLiveFrame } from '@manabiba/shared/contract/live-frames';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import { createBoundedQueue } from '../../../platform/bounded-queue';
import type { Clock } from '../../../platform/clock';
import type { Write } from '../../../platform/database/transaction';
import { newId } from '../../../platform/ids';
import type { Limiter } from '../../../platform/security/limiter';
import { openPicture } from '../../../platform/storage/open-picture';
import { isMinor } from '../../users/age';
import type { Place } from '../room/room-row';
import { requireParticipant, requireRoom } from '../room/room-rules';
import type { RoomsRepository } from '../room/rooms.repository';
import { liveFramePath } from './live-frame';
import type { LiveFramesRepository } from './live-frames.repository';

/** Size of a shown image: that of the covers of cards. */
const SIZE = { width: 640, height: 360 };
const QUALITY = 70;
/** Twice as many as a browser sends, so that turning it off and on again is not refused. */
const FRAMES = { max: 4, windowSeconds: 60 };
const CONVERTING = { running: 1, waiting: 20 };
const UNLISTED = '限定公開の教室やイベントの画面は、一覧に載りません。';
const UNREADABLE = '画像を読み取れませんでした。';

interface LiveFramesDeps {
  frames: LiveFramesRepository;
  rooms: RoomsRepository;
  write: Write;
  limiter: Limiter;
  clock: Clock;
}

export type LiveFramesService = ReturnType<typeof createLiveFramesService>;

/** Still images of live classrooms, which their hosts show on the cards of lists. */
export function createLiveFramesService({ frames, rooms, write, limiter, clock }: LiveFramesDeps) {
  const enqueue = createBoundedQueue(CONVERTING);
  return {
    /** Shows an image, in place of the one before. Only an adult host, in a live room that lists show, may. */
    async put(
      viewer: SignedInViewer,
      classroomId: string,
      image: string,
    ): Promise<EndpointOutput<typeof putLiveFrame>> {
      requireShowable(requireRoom(await rooms.find(classroomId, viewer.id)), clock.now());
      await limiter.consume(`live-frame:${classroomId}`, FRAMES);
      const converted = await enqueue(() => convert(Buffer.from(image, 'base64')));
      const version = newId('frm');
      await write(async (trx) => {
        requireShowable(requireRoom(await rooms.lock(trx, classroomId, viewer.id)), clock.now());
        await frames.put(trx, { classroom_id: classroomId, version, image: converted, taken_at: clock.now() });
      });
      return { frameUrl: liveFramePath(classroomId, version) };
    },

    async remove(viewer: SignedInViewer, classroomId: string): Promise<void> {
      await write(async (trx) => {
        const { room } = requireRoom(await rooms.lock(trx, classroomId, viewer.id));
        if (room.host_id !== viewer.id) throw new AppError('role_required');
        await frames.remove(trx, classroomId);
      });
    },

    /** Returns an image that is shown now; null for any other. */
    async read(classroomId: string, version: string): Promise<Buffer | null> {
      return (await frames.find(classroomId, version, clock.now()))?.image ?? null;
    },
  };
}

function requireShowable(place: Place, now: Date): void {
  requireParticipant(place, now);
  if (place.room.host_id !== place.userId) throw new AppError('role_required');
  if (place.birthDate === null || isMinor(place.birthDate, now)) throw new AppError('age_restricted');
  if (place.room.private_mode || place.room.event_id !== null) throw new AppError('conflict', { sentence: UNLISTED });
}

async function convert(bytes: Buffer): Promise<Buffer> {
  try {
    const picture = await openPicture(bytes);
    return await picture
      .resize({ ...SIZE, fit: 'contain', background: '#1f2328' })
      .webp({ quality: QUALITY })
      .toBuffer();
  } catch {
    throw new AppError('invalid', { fields: { image: UNREADABLE } });
  }
}
