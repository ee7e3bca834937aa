import type { MediaToken } from '@manabiba/shared/contract/media';
import { addSeconds } from 'date-fns';

import type { SessionViewer } from '../../../access/viewer';
import { AppError, mediaNotOffered } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import { groupAt, mediaRoomOf } from '../groups/group-rules';
import { isPresent, type ParticipantRow, type Place } from '../room/room-row';
import {
  awaitsConsent,
  mayOnlyListen,
  obstaclesOf,
  requireNoObstacle,
  requireParticipant,
  requireRoom,
} from '../room/room-rules';
import type { RoomsRepository } from '../room/rooms.repository';
import {
  baseRightsOf,
  type ConnectionKind,
  identityOf,
  mayPublish,
  type MediaPerson,
  type MediaRights,
  publisherRights,
} from './media-rights';
import { type MediaServer, TOKEN_SECONDS } from './media-server';

interface MediaTokensDeps {
  /** Null when rooms have no voice and video. */
  server: MediaServer | null;
  rooms: RoomsRepository;
  clock: Clock;
  engineCapacity: number;
}

type JoinedPlace = Place & { me: ParticipantRow };

const isJoined = (place: Place): place is JoinedPlace => place.me !== null;

const SOMEONE_SHARES = 'ほかの方が画面を共有しています。終わってからもう一度お試しください。';

export type MediaTokensService = ReturnType<typeof createMediaTokensService>;

/** Issues tokens for connections to the media server, in the room of the group where a participant is. Issuing changes no state, so it can be repeated. */
export function createMediaTokensService({ server, rooms, clock, engineCapacity }: MediaTokensDeps) {
  const personOf = (viewer: SessionViewer, { room, me, userId, birthDate }: JoinedPlace): MediaPerson => ({
    role: me.role,
    onlyListens: mayOnlyListen(viewer),
    awaitsConsent: awaitsConsent(room, { userId, birthDate, consentAt: me.recording_consent_at }, clock.now()),
  });

  async function sign(
    signer: MediaServer,
    viewer: SessionViewer,
    place: Place,
    { kind, grants }: { kind: ConnectionKind; grants: MediaRights },
  ): Promise<MediaToken> {
    const identity = identityOf(viewer.id, kind);
    const room = mediaRoomOf(place.room.id, groupAt(place, clock.now()));
    return {
      token: await signer.sign(room, identity, grants),
      url: signer.url,
      provider: signer.provider,
      room,
      identity,
      grants,
      expiresAt: addSeconds(clock.now(), TOKEN_SECONDS).toISOString(),
    };
  }

  const signBase = (signer: MediaServer, viewer: SessionViewer, place: JoinedPlace) =>
    sign(signer, viewer, place, { kind: 'room', grants: baseRightsOf(personOf(viewer, place)) });

  function requireServer(): MediaServer {
    if (!server) throw mediaNotOffered();
    return server;
  }

  /** Returns where a viewer publishes. Throws `role_required` for one who may not. */
  async function requirePublisher(viewer: SessionViewer, classroomId: string): Promise<Place> {
    const place = requireRoom(await rooms.find(classroomId, viewer.id));
    if (!isJoined(place) || !mayPublish(personOf(viewer, place))) throw new AppError('role_required');
    requireParticipant(place, clock.now());
    return place;
  }

  return {
    /** Returns the base token for a participant who has just joined; null when rooms have no voice and video. */
    async ofJoined(viewer: SessionViewer, place: Place): Promise<MediaToken | null> {
      return server && isJoined(place) ? signBase(server, viewer, place) : null;
    },

    /**
     * Returns a base token. For a viewer outside the room, throws the obstacle that joining would meet, or
     * `not_joined`.
     */
    async generate(viewer: SessionViewer, classroomId: string): Promise<MediaToken> {
      const signer = requireServer();
      const place = requireRoom(await rooms.find(classroomId, viewer.id));
      if (!isPresent(place.me)) {
        const occupancy = await rooms.occupancy(null, classroomId);
        requireNoObstacle(obstaclesOf(viewer, place, occupancy, engineCapacity, clock.now()));
      }
      requireParticipant(place, clock.now());
      return signBase(signer, viewer, place);
    },

    async generateCamera(viewer: SessionViewer, classroomId: string): Promise<MediaToken> {
      const signer = requireServer();
      const place = await requirePublisher(viewer, classroomId);
      return sign(signer, viewer, place, { kind: 'camera', grants: publisherRights.camera });
    },

    /** Only one participant of a group, or of the main room, may share a screen: throws `conflict` while another one does. */
    async generateVideo(viewer: SessionViewer, classroomId: string): Promise<MediaToken> {
      const signer = requireServer();
      const place = await requirePublisher(viewer, classroomId);
      if (await rooms.hasOtherScreen(classroomId, viewer.id, groupAt(place, clock.now())))
        throw new AppError('conflict', { fields: { screen: SOMEONE_SHARES } });
      return sign(signer, viewer, place, { kind: 'video', grants: publisherRights.video });
    },
  };
}
