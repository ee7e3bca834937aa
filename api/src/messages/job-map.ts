import { addDays, addSeconds, startOfDay } from 'date-fns';

import { inJapan } from '../platform/moments';

/** All jobs with their data. */
export interface JobData {
  /** Applies what is due in a classroom: a missed start, a warning, its end. */
  'settle-classroom': { classroomId: string };
  /** Ends a hold, an offer or a waiting list entry that has expired. */
  'settle-participation': { participationId: string };
  /** Requests a refund from the payment provider. */
  'send-refund': { refundId: string };
  /** Requests an organizer's payout from the payment provider. */
  'send-payout': { payoutId: string };
  /** Cancels the payment for a seat that is gone or was paid by another attempt. */
  'cancel-payment': { participationId: string };
  /** Applies queued webhooks of the payment provider. */
  'apply-webhooks': Record<string, never>;
  /** Applies what is due in an event: its entry, its start, its end. */
  'settle-event': { eventId: string };
  /** After an event was cancelled, ends all participations and refunds what was paid. */
  'end-participations': { eventId: string };
  /** After an archive was hidden or deleted, ends its tickets and refunds those of the last days. */
  'end-archive-tickets': { eventId: string };
  /** Applies what is due for a plan: the end of a trial, of a period, of the wait for a payment. */
  'settle-subscription': { subscriptionId: string };
  /** Cancels a plan at the provider that has ended here. */
  'cancel-subscription': { subscriptionId: string };
  /** Voids the open invoice of a plan. */
  'void-invoice': { subscriptionId: string };
  /** Makes the connections to the media server follow a room. */
  'follow-media': { classroomId: string };
  /** Makes what is recorded of rooms follow them, whatever was missed. */
  'follow-recordings': Record<string, never>;
  /** Begins to compose the archive that is due first. */
  'compose-archives': Record<string, never>;
  /** Notifies the people whom due causes concern. */
  'tell-notifications': Record<string, never>;
  /** Sends the mails and push messages that are due. */
  'deliver-notifications': Record<string, never>;
  /** Queues the digests of a week and of a month that are due. */
  'send-digests': Record<string, never>;
  /** Mails an announced version of the terms to every user. */
  'mail-terms': { versionId: string };
  /** Sends the mails that are due. */
  'send-mails': Record<string, never>;
  /** Makes the attempt to deliver a webhook that is due. */
  'send-webhook': { deliveryId: string };
  /** Runs at midnight in Japan, when ages change. */
  'daily-rollover': Record<string, never>;
  /** Checks all rooms and events: silent participants, rooms with minors and no host. */
  'sweep-rooms': Record<string, never>;
  /** Verifies that no ticket is oversold. */
  'prove-seats': Record<string, never>;
  /** Queries the payment provider for changes that no webhook has reported. */
  'reconcile-payments': Record<string, never>;
  /** Publishes archives whose review is over. */
  'publish-archives': Record<string, never>;
  /** Ranks what to watch after each archive. */
  'rank-archives': Record<string, never>;
}
export type JobName = keyof JobData;

/** How a job runs. */
export interface JobKind {
  /** At most one is queued, however many instances of the api enqueue it. */
  isSingle?: boolean;
  /** Time limit of one run, in seconds. Default 60. */
  maxSeconds?: number;
  /** Initial delay before a failed run is retried, in seconds; it grows. Default 2. */
  retrySeconds?: number;
  /** Returns when a recurring job is due next. Jobs without it run when they are enqueued. */
  next?: (now: Date) => Date;
}

/** Returns when the next day begins in Japan. */
export const nextMidnightInJapan = (now: Date): Date => new Date(startOfDay(addDays(now, 1, inJapan)));

const every = (seconds: number) => (now: Date) => addSeconds(now, seconds);

/** How each job runs. Recurring jobs that are due together run in this order. */
export const jobKinds: Readonly<Record<JobName, JobKind>> = {
  'settle-classroom': {},
  'settle-participation': {},
  'send-refund': {},
  'send-payout': {},
  'cancel-payment': {},
  'apply-webhooks': { isSingle: true },
  'settle-event': {},
  'end-participations': { maxSeconds: 600 },
  'end-archive-tickets': { maxSeconds: 600 },
  'settle-subscription': {},
  'cancel-subscription': {},
  'void-invoice': {},
  'follow-media': { retrySeconds: 1 },
  'follow-recordings': { isSingle: true, next: every(10) },
  'compose-archives': { isSingle: true, next: every(5) },
  'daily-rollover': { isSingle: true, maxSeconds: 600, retrySeconds: 10, next: nextMidnightInJapan },
  'sweep-rooms': { isSingle: true, next: every(5) },
  'tell-notifications': { isSingle: true, maxSeconds: 600, next: every(1) },
  'deliver-notifications': { isSingle: true, maxSeconds: 600, next: every(1) },
  'send-digests': { isSingle: true, maxSeconds: 600, next: every(600) },
  'mail-terms': { maxSeconds: 600 },
  'send-mails': { isSingle: true, maxSeconds: 600, next: every(1) },
  'send-webhook': {},
  'prove-seats': { isSingle: true, next: every(60) },
  'reconcile-payments': { isSingle: true, maxSeconds: 600, retrySeconds: 60, next: every(3600) },
  'publish-archives': { isSingle: true, next: every(60) },
  'rank-archives': { isSingle: true, maxSeconds: 600, retrySeconds: 60, next: every(600) },
};
