import { observed } from '@manabiba/telemetry/observed';
import { addMilliseconds } from 'date-fns';
import { millisecondsInMinute } from 'date-fns/constants';

import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/database/db';
import { inTransaction } from '../../../platform/database/transaction';
import { createRounds } from '../../../platform/jobs/rounds';
import type { MailTransport } from '../../../platform/mail/mailer';
import { isAddressRefused } from '../../../platform/mail/mailer';
import type { MailsService } from '../../mails/mails.service';
import type { NotificationCausesService } from '../fan-out/notification-causes.service';
import { kindDeclarations } from '../kinds/notification-kinds';
import type { PushSender } from '../push/push-sender';
import { effectiveChannels } from '../settings/effective-channels';
import type { MailTokens } from '../settings/mail-token';
import { isQuiet } from '../settings/quiet-hours';
import type { DeliveriesRepository, DueDelivery } from './deliveries.repository';
import { notificationMail, notificationPush } from './messages';

interface DeliveriesDeps {
  db: Db;
  deliveries: DeliveriesRepository;
  /** Null: no mail server is configured, and mails stay queued until they are stale. */
  sendMail: MailTransport | null;
  mails: Pick<MailsService, 'layOutNotification'>;
  /** Null: no keys are configured. */
  push: PushSender | null;
  mailTokens: MailTokens;
  causes: Pick<NotificationCausesService, 'record'>;
  /** Returns the calendar file of a classroom as it is now. */
  calendarFile: (classroomId: string, reader: { name: string; email: string }) => Promise<string>;
  clock: Clock;
  onTrouble: (error: unknown) => void;
}

/** The result of an attempt. `isUnreachable`: the service could not be reached at all. */
type Outcome =
  | { state: 'sent' | 'failed' | 'dropped'; reason: string | null }
  | { state: 'later'; reason: string; waitMs?: number; isUnreachable: boolean };

/** Concurrent deliveries per channel. */
const CONCURRENCY = { mail: 5, push: 25 } as const;
const FIRST_WAIT_MS = 10_000;
const MAX_WAIT_MS = 15 * millisecondsInMinute;
/** Random part of a wait, so that retries do not come all at once. */
const JITTER = 0.2;

const dropped = (reason: string): Outcome => ({ state: 'dropped', reason });

/** Returns why a delivery is no longer wanted, or null. Whatever changed since it was queued counts. */
function dropReason(due: DueDelivery, now: Date): string | null {
  if (due.stale_at <= now) return 'stale';
  if (due.user_state === 'suspended' || due.user_state === 'withdrawn') return 'user';
  if (due.is_read) return 'read';
  if (kindDeclarations[due.kind].bringsMessage && due.message === null) return 'removed';
  if (!effectiveChannels(due.kind, due.channels ?? {})[due.channel]) return 'off';
  if (due.channel === 'mail') return due.email === null ? 'no address' : due.is_refused ? 'refused address' : null;
  if (due.endpoint === null) return 'no subscription';
  return isQuiet(due, now) ? 'quiet' : null;
}

/**
 * Sends notifications by mail and push. A delivery is claimed, sent and recorded; a kill in between sends
 * again what was in flight, with the same Message-ID or tag. Failures are retried with growing waits until the
 * delivery is stale; while a service cannot be reached, only a few deliveries are attempted.
 */
export function createDeliveriesService(deps: DeliveriesDeps) {
  const { db, deliveries, sendMail, mails, push, mailTokens, causes, calendarFile, clock, onTrouble } = deps;
  const rounds = createRounds();

  async function mail(due: DueDelivery, address: string): Promise<Outcome> {
    if (!sendMail) return { state: 'later', reason: 'no mail server', isUnreachable: true };
    try {
      const { hasCalendarFile } = kindDeclarations[due.kind];
      const reader = { name: due.nickname, email: address };
      const calendar = hasCalendarFile && due.classroom_id ? await calendarFile(due.classroom_id, reader) : undefined;
      const letter = mails.layOutNotification(address, { ...notificationMail(due, mailTokens), calendar });
      await sendMail({ ...letter, messageId: `<notification-${due.id}@manabiba>` });
      return { state: 'sent', reason: null };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (isAddressRefused(error)) {
        await stopMail(due, address, reason);
        return { state: 'failed', reason };
      }
      onTrouble(error);
      return { state: 'later', reason, isUnreachable: true };
    }
  }

  /** Stops mail to an address that the mail server refuses for good, and notifies the user in the product. */
  async function stopMail(due: DueDelivery, address: string, reason: string): Promise<void> {
    await inTransaction(db, async (trx) => {
      const now = clock.now();
      if (!(await deliveries.recordRefusal(trx, address, reason, now))) return;
      await causes.record(trx, 'management', {
        key: `mail refused ${due.user_id} ${now.toISOString()}`,
        title: 'メールをお届けできませんでした',
        body: 'ご登録のメールアドレスに、お知らせのメールが届きませんでした。アドレスをご確認ください。',
        url: '/settings',
        subjects: { audience: due.user_id },
        hasOwnMail: true,
      });
    });
  }

  async function pushTo(due: DueDelivery): Promise<Outcome> {
    const { subscription_id: id, endpoint, p256dh, auth } = due;
    if (!push || id === null || endpoint === null || p256dh === null || auth === null)
      return dropped('no subscription');
    const { message, options } = notificationPush(due, clock.now());
    const outcome = await push({ endpoint, p256dh, auth }, message, options);
    if (outcome.state === 'later') return { isUnreachable: outcome.waitMs === undefined, ...outcome };
    if (outcome.state === 'sent') {
      await deliveries.markSubscriptionUsed(id, clock.now());
      return { state: 'sent', reason: null };
    }
    // A subscription that is refused once is refused always.
    await deliveries.deleteSubscription(id);
    return { state: 'failed', reason: outcome.state === 'gone' ? 'gone' : outcome.reason };
  }

  /** Makes one attempt. Returns whether the service could not be reached. */
  async function attempt(due: DueDelivery): Promise<boolean> {
    const reason = dropReason(due, clock.now());
    const outcome =
      reason !== null ? dropped(reason) : due.channel === 'mail' ? await mail(due, due.email ?? '') : await pushTo(due);
    observed.delivery.report({ channel: due.channel, outcome: outcome.state });
    if (outcome.state !== 'later') {
      await deliveries.finish(due.id, outcome.state, outcome.reason, clock.now());
      return false;
    }
    const grown = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (due.attempts - 1)) * (1 + JITTER * Math.random());
    const at = addMilliseconds(clock.now(), Math.max(grown, outcome.waitMs ?? 0));
    await deliveries.retry(due.id, at, outcome.reason);
    return outcome.isUnreachable;
  }

  /** Sends what is due on a channel, unless nothing can be sent. */
  const deliver = (channel: 'mail' | 'push') =>
    rounds.repeat(async () => {
      const claimed = await deliveries.claim(channel, CONCURRENCY[channel], clock.now());
      const failures = await Promise.all(claimed.map(attempt));
      return claimed.length === CONCURRENCY[channel] && !failures.every(Boolean);
    });

  return {
    async deliverDue(): Promise<void> {
      await Promise.all([deliver('mail'), deliver('push')]);
    },
    stop: rounds.stop,
    deleteOld: deliveries.deleteOld,
  };
}
