import { participantRight, roomAccessRules } from './modules/classrooms/live-documents/room-access';
import { personAccessRule } from './modules/notifications/person-access';
import { createLiveAccess } from './modules/realtime/live-access';
import { hasLiveSession, sessionRight } from './modules/sessions/session-access';

/**
 * The read access rules of live documents. Separate from app.ts, because the engine's process needs these rules and
 * nothing else of the api.
 */
export const liveAccess = createLiveAccess({
  hasSession: hasLiveSession,
  rules: [...roomAccessRules, personAccessRule],
  rights: [participantRight, sessionRight],
});
