import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Db, Trx } from '../../platform/database/db';
import { publish } from '../../platform/events/domain-events';
import type { EventAuthorityService } from '../teams/team-authority.service';
import type { TeamLogService } from '../teams/team-log.service';
import type { HostMessagesRepository } from './host-messages.repository';

interface SentMessage {
  /** Of the event or class. */
  id: string;
  messageId: string;
  actorId: string;
  subject: string;
}

/** Who may write to those who take part in something, and what follows. */
export interface MessageHosts {
  /** Throws `not_found` or `role_required` for whoever may not. */
  require(viewer: SignedInViewer, id: string): Promise<unknown>;
  /** The same within a transaction. Returns the host, whose messages are counted and can be stopped. */
  requireIn(trx: Trx, viewer: SignedInViewer, id: string): Promise<string>;
  /** Publishes that a message was sent. */
  record(trx: Trx, message: SentMessage): Promise<void>;
  words: { noun: string; noRecipients: string };
}

/** The organizer of an event and the members of its team who may edit it. */
export const organizersOfEvents = (authority: EventAuthorityService, log: TeamLogService): MessageHosts => ({
  require: (viewer, id) => authority.require(viewer, id, 'edit'),
  requireIn: async (trx, viewer, id) => (await authority.requireIn(trx, viewer, id, 'edit')).ownerId,
  async record(trx, { id: eventId, messageId, actorId, subject }) {
    await log.record(trx, { subjectId: eventId, actorId, act: 'message_sent', detail: subject });
    await publish(trx, 'eventMessageSent', { messageId, eventId });
  },
  words: { noun: 'イベント', noRecipients: '送る相手の参加者が、まだいません。' },
});

/** The host of a class. The room of an event has the messages of its event. */
export function hostsOfClasses(db: Db, messages: Pick<HostMessagesRepository, 'findHostOfClass'>): MessageHosts {
  async function requireIn(on: Db | Trx, viewer: SignedInViewer, id: string): Promise<string> {
    const found = await messages.findHostOfClass(on, id);
    if (found?.host_id !== viewer.id) throw new AppError('not_found');
    return viewer.id;
  }
  return {
    require: (viewer, id) => requireIn(db, viewer, id),
    requireIn,
    record: (trx, { id: classroomId, messageId }) => publish(trx, 'classroomMessageSent', { messageId, classroomId }),
    words: {
      noun: '教室',
      noRecipients: '送る相手がいません。始まる前は予約した方、終わったあとは参加した方に送れます。',
    },
  };
}
