import { observed } from '@manabiba/telemetry/observed';
import { addMilliseconds, subMilliseconds } from 'date-fns';
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { sql } from 'kysely';

import type { Clock } from '../clock';
import type { Db, Trx } from '../database/db';
import { newId } from '../ids';
import { createRounds } from '../jobs/rounds';
import { decryptText, deriveKey, encryptText } from '../security/text-encryption';

/** A mail ready to send. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Text files. */
  attachments?: { filename: string; content: string; contentType: string }[];
  headers?: Record<string, string>;
}

/** Passes a mail to the mail server; rejects when it was not accepted. */
export type MailTransport = (mail: Mail & { messageId: string }) => Promise<void>;

/** Renders a mail right before it is sent; null when it is no longer needed. */
export type ComposeMail = (template: string, data: Record<string, string>) => Promise<Mail | null>;

interface MailText {
  template: string;
  /** The template's data, encrypted in the database. */
  data: Record<string, string>;
  /** The recipient's user id; the mail is deleted with the user. */
  userId: string | null;
}

export interface Mailer {
  /** Queues a mail, if and only if the transaction commits. Never waits for the mail server. */
  send(trx: Trx, mail: MailText): Promise<void>;
  /** Sets the function that renders mails. */
  composeWith(compose: ComposeMail): void;
  /** Job handler: sends due mails. */
  deliverDue(): Promise<void>;
  /** Begins to send no further mail, and waits for the one in progress. */
  stop(): Promise<void>;
  /** Returns whether the mail server was unreachable at the last attempt, so that mails may be delayed. */
  isDelayed(): boolean;
  /** Sends a mail at once, without the outbox; null when no mail server is configured. */
  readonly transport: MailTransport | null;
}

interface MailerDeps {
  db: Db;
  clock: Clock;
  secret: string;
  /** Null when no mail server is configured: mails stay queued. */
  transport: MailTransport | null;
  onTrouble: (error: unknown) => void;
}

/** Duration of the lease with which an instance claims a mail, in milliseconds. */
const CLAIM_MS = 60_000;
/** Delay after the first failure, doubled up to the maximum; a mail is retried for about two days. */
const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 2 * millisecondsInHour;
const MAX_ATTEMPTS = 34;

/**
 * The outbox of mail. A mail is queued in the transaction that causes it and sent afterwards, with retries until the
 * mail server accepts it: an unreachable server blocks nothing, and a rolled back change sends no mail. A crash between
 * sending and recording sends it twice, with the same Message-ID.
 */
export function createMailer({ db, clock, secret, transport, onTrouble }: MailerDeps): Mailer {
  const key = deriveKey(secret, 'letters');
  let compose: ComposeMail = () => Promise.reject(new Error('No mail composer has been set'));
  let isUnreachable = transport === null;
  const rounds = createRounds();

  /**
   * Claims the next due mail; other instances claim others. Only one: those behind it would wait while it is sent, and
   * another instance would take them for abandoned. It is chosen before the update: as a subquery of its condition the
   * planner may choose again for each row, which claims more.
   */
  async function claim() {
    const now = clock.now();
    return db
      .with(
        (cte) => cte('due').materialized(),
        (query) =>
          query
            .selectFrom('mails')
            .select('id')
            .where('sent_at', 'is', null)
            .where('failed_at', 'is', null)
            .where('next_attempt_at', '<=', now)
            .orderBy('next_attempt_at')
            .orderBy('created_at')
            .limit(1)
            .forUpdate()
            .skipLocked(),
      )
      .updateTable('mails')
      .from('due')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: addMilliseconds(now, CLAIM_MS) }))
      .whereRef('mails.id', '=', 'due.id')
      .returning(['mails.id', 'template', 'content', 'attempts'])
      .executeTakeFirst();
  }

  async function deliver(
    send: MailTransport,
    { id, template, content, attempts }: NonNullable<Awaited<ReturnType<typeof claim>>>,
  ): Promise<void> {
    try {
      const mail = await compose(template, JSON.parse(decryptText(key, content ?? '')) as Record<string, string>);
      if (mail) {
        await send({ ...mail, messageId: `<${id}@manabiba>` });
        isUnreachable = false;
      }
      await db.updateTable('mails').set({ sent_at: clock.now(), content: null }).where('id', '=', id).execute();
      observed.delivery.report({ channel: 'mail', outcome: mail ? 'sent' : 'dropped' });
    } catch (error) {
      onTrouble(error);
      if (!isRefusal(error)) isUnreachable = true;
      const now = clock.now();
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1));
      const isOver = attempts >= MAX_ATTEMPTS;
      observed.delivery.report({ channel: 'mail', outcome: isOver ? 'failed' : 'later' });
      await db
        .updateTable('mails')
        .set(isOver ? { failed_at: now, content: null } : { next_attempt_at: addMilliseconds(now, wait) })
        .where('id', '=', id)
        .execute();
    }
  }

  return {
    async send(trx, { template, data, userId }) {
      const now = clock.now();
      await trx
        .insertInto('mails')
        .values({
          id: newId('mail'),
          template,
          user_id: userId,
          content: encryptText(key, JSON.stringify(data)),
          created_at: now,
          next_attempt_at: now,
        })
        .execute();
    },
    composeWith(given) {
      compose = given;
    },
    async deliverDue() {
      if (!transport) return;
      await rounds.repeat(async () => {
        const mail = await claim();
        if (mail) await deliver(transport, mail);
        return mail !== undefined;
      });
    },
    stop: rounds.stop,
    isDelayed: () => isUnreachable,
    transport,
  };
}

/** Returns whether the mail server answered but rejected this mail. */
const isRefusal = (error: unknown) => error instanceof Error && 'responseCode' in error;

const FIRST_PERMANENT_CODE = 500;

/**
 * Returns whether the mail server refused the recipient's address for good (SMTP 5xx), so that no mail can reach it. A
 * refused sender has the same code as a refused recipient.
 */
export const isAddressRefused = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'EENVELOPE' &&
  'command' in error &&
  error.command === 'RCPT TO' &&
  'responseCode' in error &&
  Number(error.responseCode) >= FIRST_PERMANENT_CODE;

/** Retention of mails after they were sent or given up, in milliseconds. */
const KEPT_MS = 30 * millisecondsInDay;

/** Deletes mails that were sent or given up a month ago. */
export async function deleteOldMails(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('mails')
    .where(sql<boolean>`coalesce(sent_at, failed_at) < ${subMilliseconds(now, KEPT_MS)}`)
    .execute();
}
