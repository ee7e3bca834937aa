import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { updateRecordingConsent } from '@manabiba/shared/contract/rooms';

import type { SignedInViewer } from '../../../access/viewer';
import type { Clock } from '../../../platform/clock';
import type { Write } from '../../../platform/database/transaction';
import type { RoomLifeService } from '../room-life/room-life.service';
import { awaitsConsent, requireParticipant, requireRoom } from './room-rules';
import type { RoomsRepository } from './rooms.repository';

interface RecordingConsentDeps {
  rooms: RoomsRepository;
  /** Runs a transaction and writes live documents after its commit. */
  write: Write;
  clock: Clock;
  followMedia: RoomLifeService['followMedia'];
}

export type RecordingConsentService = ReturnType<typeof createRecordingConsentService>;

/** Consent to be recorded. Without it an adult in a recorded room listens: the media server refuses their media. */
export function createRecordingConsentService({ rooms, write, clock, followMedia }: RecordingConsentDeps) {
  return {
    /** Agrees, or takes the consent back. Repeating the call changes nothing. */
    set(
      viewer: SignedInViewer,
      classroomId: string,
      agrees: boolean,
    ): Promise<EndpointOutput<typeof updateRecordingConsent>> {
      return write(async (trx) => {
        const now = clock.now();
        const place = requireRoom(await rooms.lockPerson(trx, classroomId, viewer.id));
        requireParticipant(place, now);
        const { room, me, userId, birthDate } = place;
        const consentAt = agrees ? (me.recording_consent_at ?? now) : null;
        if (agrees !== (me.recording_consent_at !== null)) {
          await rooms.change(trx, { classroomId, userId: viewer.id }, { recording_consent_at: consentAt }, now);
          await followMedia(trx, classroomId);
        }
        return {
          recordingConsentAt: consentAt?.toISOString() ?? null,
          awaitsConsent: awaitsConsent(room, { userId, birthDate, consentAt }, now),
        };
      });
    },
  };
}
