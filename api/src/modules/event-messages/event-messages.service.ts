import type {
  EventMessage,
  reportEventMessage,
  sendEventMessageBody,
  SentEventMessage,
} from '@manabiba/shared/contract/event-messages';
import { MAX_DAILY_MESSAGES, MAX_EVENT_MESSAGES } from '@manabiba/shared/contract/limits';
import { secondsInDay } from 'date-fns/constants';
import type * as z from 'zod/mini';

import { countReport } from '../../access/report-limit';
import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import { publish } from '../../platform/events/domain-events';
import { withHash } from '../../platform/security/evidence';
import type { Limiter } from '../../platform/security/limiter';
import type { EventAuthorityService } from '../events/team/event-authority.service';
import type { TeamLogService } from '../events/team/team-log.service';
import type { MessageStopsService } from '../notifications/settings/message-stops.service';
import type { UsersService } from '../users/users.service';
import type { EventMessageRow, EventMessagesRepository } from './event-messages.repository';

interface EventMessagesDeps {
  db: Db;
  messages: EventMessagesRepository;
  authority: EventAuthorityService;
  log: TeamLogService;
  stops: Pick<MessageStopsService, 'isStoppedBy' | 'setBy'>;
  users: Pick<UsersService, 'holdActive'>;
  limiter: Limiter;
  clock: Clock;
}

const DAILY = { max: MAX_DAILY_MESSAGES, windowSeconds: secondsInDay };

export type EventMessagesService = ReturnType<typeof createEventMessagesService>;

/** What the organizer of an event, or a member of the team, writes to everybody who has a seat in it. */
export function createEventMessagesService(deps: EventMessagesDeps) {
  const { db, messages, authority, log, stops, users, limiter, clock } = deps;

  /** Returns the seat of the viewer. Throws `not_found` without one. */
  async function requireSeat(viewer: SignedInViewer, eventId: string) {
    const seat = await messages.findSeat(eventId, viewer.id);
    if (!seat) throw new AppError('not_found');
    return seat;
  }

  return {
    /** Returns what the organizer has sent, and what they may send. */
    async listSent(viewer: SignedInViewer, eventId: string) {
      await authority.require(viewer, eventId, 'edit');
      const [rows, recipientCount] = await Promise.all([
        messages.list(db, eventId),
        messages.countRecipients(db, eventId),
      ]);
      return { items: rows.map(toSent), recipientCount, remaining: MAX_EVENT_MESSAGES - rows.length };
    },

    /**
     * Sends a message. Counting those of the day locks the organizer's counter until the transaction ends, so that of
     * two at once the second sees the first. It is delivered by the consumers of its domain event.
     */
    send(
      viewer: SignedInViewer,
      eventId: string,
      { subject, body }: z.output<typeof sendEventMessageBody>,
    ): Promise<SentEventMessage> {
      return inTransaction(db, async (trx) => {
        await users.holdActive(trx, viewer.id);
        const { organizerId } = await authority.requireIn(trx, viewer, eventId, 'edit');
        const retryAfterSeconds = await limiter.count(`messages:${organizerId}`, DAILY, trx);
        if (retryAfterSeconds > 0)
          throw new AppError('rate_limited', {
            retryAfterSeconds,
            sentence: `メッセージは1日に${MAX_DAILY_MESSAGES}通まで送れます。明日、もう一度お試しください。`,
          });
        const sentCount = (await messages.list(trx, eventId)).length;
        if (sentCount >= MAX_EVENT_MESSAGES)
          throw new AppError('conflict', {
            sentence: `1つのイベントで送れるメッセージは${MAX_EVENT_MESSAGES}通までです。`,
          });
        const recipientCount = await messages.countRecipients(trx, eventId);
        if (recipientCount === 0) throw new AppError('conflict', { sentence: '送る相手の参加者が、まだいません。' });
        const row = await messages.insert(trx, {
          eventId,
          userId: viewer.id,
          number: sentCount + 1,
          subject,
          body,
          recipientCount,
          now: clock.now(),
        });
        await log.record(trx, { eventId, actorId: viewer.id, act: 'message_sent', detail: subject });
        await publish(trx, 'eventMessageSent', { messageId: row.id, eventId });
        return toSent(row);
      });
    },

    /** Returns the messages for whoever has a seat, none where the organizer and the viewer have blocked each other. */
    async list(viewer: SignedInViewer, eventId: string) {
      const { host_id: hostId, is_blocked: isBlocked } = await requireSeat(viewer, eventId);
      const rows = isBlocked ? [] : await messages.list(db, eventId);
      return {
        items: rows.filter(({ removed_at: removedAt }) => removedAt === null).map(toMessage),
        isSubscribed: !(await stops.isStoppedBy(viewer.id, hostId)),
      };
    },

    /** Stops or resumes the messages of the event's host. */
    async setSubscribed(viewer: SignedInViewer, eventId: string, isSubscribed: boolean): Promise<void> {
      const { host_id: hostId } = await requireSeat(viewer, eventId);
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
      await requireSeat(viewer, row.event_id);
      if (await messages.hasReported(id, viewer.id)) return { isNew: false };
      await countReport(limiter, viewer);
      const { event_title: title, subject, body, user_id: userId } = row;
      const evidence = withHash({ title, subject, body, userId });
      await messages.report({ messageId: id, reporterId: viewer.id, reason, detail, evidence, now: clock.now() });
      return { isNew: true };
    },
  };
}

const toMessage = ({ id, subject, body, created_at: createdAt }: EventMessageRow): EventMessage => ({
  id,
  subject,
  body,
  createdAt: createdAt.toISOString(),
});

const toSent = (row: EventMessageRow): SentEventMessage => ({
  ...toMessage(row),
  recipientCount: row.recipient_count,
  isRemoved: row.removed_at !== null,
});
