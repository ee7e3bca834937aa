import type {
  EventMessage,
  reportEventMessage,
  sendEventMessageBody,
  SentEventMessage,
} from '@manabiba/shared/contract/event-messages';
import { MAX_DAILY_MESSAGES, MAX_HOST_MESSAGES } from '@manabiba/shared/contract/limits';
import { secondsInDay } from 'date-fns/constants';
import type * as z from 'zod/mini';

import { countReport } from '../../access/report-limit';
import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import { withHash } from '../../platform/security/evidence';
import type { Limiter } from '../../platform/security/limiter';
import type { MessageStopsService } from '../notifications/settings/message-stops.service';
import type { UsersService } from '../users/users.service';
import type { HostMessageRow, HostMessagesRepository, MessageSubject } from './host-messages.repository';
import type { MessageHosts } from './message-hosts.service';

interface HostMessagesDeps {
  db: Db;
  messages: HostMessagesRepository;
  /** Who may write about events and about classes. */
  hosts: Record<MessageSubject['kind'], MessageHosts>;
  stops: Pick<MessageStopsService, 'isStoppedBy' | 'setBy'>;
  users: Pick<UsersService, 'holdActive'>;
  limiter: Limiter;
  clock: Clock;
}

const DAILY = { max: MAX_DAILY_MESSAGES, windowSeconds: secondsInDay };

export type HostMessagesService = ReturnType<typeof createHostMessagesService>;

/**
 * What the organizer of an event, or a member of the team, writes to everybody who has a seat in it, and the host of a
 * class to those who reserved it or, afterwards, attended it.
 */
export function createHostMessagesService(deps: HostMessagesDeps) {
  const { db, messages, hosts, stops, users, limiter, clock } = deps;

  /** Returns the seat of the viewer. Throws `not_found` without one. */
  async function requireSeat(viewer: SignedInViewer, about: MessageSubject) {
    const seat = await messages.findSeat(about, viewer.id);
    if (!seat) throw new AppError('not_found');
    return seat;
  }

  return {
    /** Returns what the host has sent, and what they may send. */
    async listSent(viewer: SignedInViewer, about: MessageSubject) {
      await hosts[about.kind].require(viewer, about.id);
      const [rows, recipientCount] = await Promise.all([messages.list(db, about), messages.countRecipients(db, about)]);
      return { items: rows.map(toSent), recipientCount, remaining: MAX_HOST_MESSAGES - rows.length };
    },

    /**
     * Sends a message. Counting those of the day locks the host's counter until the transaction ends, so that of two at
     * once the second sees the first. It is delivered by the consumers of its domain event.
     */
    send(
      viewer: SignedInViewer,
      about: MessageSubject,
      { subject, body }: z.output<typeof sendEventMessageBody>,
    ): Promise<SentEventMessage> {
      const { requireIn, record, words } = hosts[about.kind];
      return inTransaction(db, async (trx) => {
        await users.holdActive(trx, viewer.id);
        const hostId = await requireIn(trx, viewer, about.id);
        const retryAfterSeconds = await limiter.count(`messages:${hostId}`, DAILY, trx);
        if (retryAfterSeconds > 0)
          throw new AppError('rate_limited', {
            retryAfterSeconds,
            sentence: `メッセージは1日に${MAX_DAILY_MESSAGES}通まで送れます。明日、もう一度お試しください。`,
          });
        const sentCount = (await messages.list(trx, about)).length;
        if (sentCount >= MAX_HOST_MESSAGES)
          throw new AppError('conflict', {
            sentence: `1つの${words.noun}で送れるメッセージは${MAX_HOST_MESSAGES}通までです。`,
          });
        const recipientCount = await messages.countRecipients(trx, about);
        if (recipientCount === 0) throw new AppError('conflict', { sentence: words.noRecipients });
        const row = await messages.insert(trx, {
          about,
          userId: viewer.id,
          number: sentCount + 1,
          subject,
          body,
          recipientCount,
          now: clock.now(),
        });
        await record(trx, { id: about.id, messageId: row.id, actorId: viewer.id, subject });
        return toSent(row);
      });
    },

    /** Returns the messages for whoever takes part, none where the host and the viewer have blocked each other. */
    async list(viewer: SignedInViewer, about: MessageSubject) {
      const { host_id: hostId, is_blocked: isBlocked } = await requireSeat(viewer, about);
      const rows = isBlocked ? [] : await messages.list(db, about);
      return {
        items: rows.filter(({ removed_at: removedAt }) => removedAt === null).map(toMessage),
        isSubscribed: !(await stops.isStoppedBy(viewer.id, hostId)),
      };
    },

    /** Stops or resumes the messages of the host. */
    async setSubscribed(viewer: SignedInViewer, about: MessageSubject, isSubscribed: boolean): Promise<void> {
      const { host_id: hostId } = await requireSeat(viewer, about);
      await stops.setBy(viewer.id, hostId, isSubscribed);
    },

    /** Removes a message for the staff, also what is still to be delivered. Repeating it changes nothing. */
    removeByStaff: (trx: Trx, id: string): Promise<void> => messages.remove(trx, id, clock.now()),

    /** Reports a message to the staff, as it is now. `isNew` is false when the viewer has reported it before. */
    async report(
      viewer: SignedInViewer,
      id: string,
      { reason, detail = '' }: z.output<(typeof reportEventMessage)['body']>,
    ): Promise<{ isNew: boolean }> {
      const row = await messages.find(id);
      if (!row) throw new AppError('not_found');
      await requireSeat(viewer, subjectOf(row));
      if (await messages.hasReported(id, viewer.id)) return { isNew: false };
      await countReport(limiter, viewer);
      const { title, subject, body, user_id: userId } = row;
      const evidence = withHash({ title, subject, body, userId });
      await messages.report({ messageId: id, reporterId: viewer.id, reason, detail, evidence, now: clock.now() });
      return { isNew: true };
    },
  };
}

const subjectOf = ({ event_id: eventId, classroom_id: classroomId }: HostMessageRow): MessageSubject =>
  eventId === null ? { kind: 'classroom', id: classroomId ?? '' } : { kind: 'event', id: eventId };

const toMessage = ({ id, subject, body, created_at: createdAt }: HostMessageRow): EventMessage => ({
  id,
  subject,
  body,
  createdAt: createdAt.toISOString(),
});

const toSent = (row: HostMessageRow): SentEventMessage => ({
  ...toMessage(row),
  recipientCount: row.recipient_count,
  isRemoved: row.removed_at !== null,
});
