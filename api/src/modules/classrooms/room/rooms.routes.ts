import { enterByGuestTicket } from '@manabiba/shared/contract/guest-tickets';
import {
  admitClassroomUser,
  getClassroomLink,
  kickClassroomUser,
  listAttendance,
  listKickedUsers,
  listLobby,
  lowerHand,
  muteAll,
  readmitClassroomUser,
  updateClassroomUserRole,
} from '@manabiba/shared/contract/room-moderation';
import {
  joinClassroom,
  leaveClassroom,
  prepareClassroom,
  sendReaction,
  updateMuting,
  updatePresence,
  updateRecordingConsent,
} from '@manabiba/shared/contract/rooms';
import type { FastifyInstance } from 'fastify';

import { callerAddress } from '../../../http/caller-address';
import { route } from '../../../http/route';
import type { GuestEntranceService } from './guest-entrance.service';
import type { JoinService } from './join.service';
import type { ModerationService } from './moderation.service';
import type { PresenceService } from './presence.service';
import type { RecordingConsentService } from './recording-consent.service';
import type { RoomRecordsService } from './room-records.service';

interface RoomServices {
  joining: JoinService;
  guests: GuestEntranceService;
  consent: RecordingConsentService;
  presence: PresenceService;
  moderation: ModerationService;
  records: RoomRecordsService;
}

export function roomsRoutes(
  app: FastifyInstance,
  { joining, guests, consent, presence, moderation, records }: RoomServices,
) {
  route(app, enterByGuestTicket, ({ body, viewer, request }) => guests.enter(viewer, body, callerAddress(request.ip)));
  route(app, prepareClassroom, ({ params, query, viewer }) => joining.prepare(viewer, params.id, query.key));
  route(app, joinClassroom, ({ params, body, viewer }) => joining.join(viewer, params.id, body));
  route(app, leaveClassroom, ({ params, query, viewer }) => joining.leave(viewer, params.id, query));
  route(app, updateRecordingConsent, ({ params, body, viewer }) => consent.set(viewer, params.id, body.agrees));
  route(app, updatePresence, ({ params, body, viewer }) => presence.update(viewer, params.id, body));
  route(app, updateMuting, ({ params, body, viewer }) => presence.mute(viewer, params.id, body));
  route(app, sendReaction, ({ params, body, viewer }) => presence.react(viewer, params.id, body));
  route(app, lowerHand, ({ params, viewer }) => presence.lowerHand(viewer, params.id, params.userId));
  route(app, muteAll, ({ params, body, viewer }) => moderation.muteAll(viewer, params.id, body.except ?? []));
  route(app, kickClassroomUser, ({ params, body, viewer }) =>
    moderation.kick(viewer, params.id, params.userId, body.reason),
  );
  route(app, updateClassroomUserRole, ({ params, body, viewer }) =>
    moderation.setRole(viewer, params.id, params.userId, body.role),
  );
  route(app, admitClassroomUser, ({ params, viewer }) => moderation.admit(viewer, params.id, params.userId));
  route(app, listLobby, ({ params, viewer }) => moderation.lobby(viewer, params.id));
  route(app, readmitClassroomUser, ({ params, viewer }) => moderation.readmit(viewer, params.id, params.userId));
  route(app, listKickedUsers, ({ params, viewer }) => records.kicked(viewer, params.id));
  route(app, listAttendance, ({ params, viewer }) => records.attendance(viewer, params.id));
  route(app, getClassroomLink, ({ params, viewer }) => moderation.link(viewer, params.id));
}
