import { sql } from 'kysely';

import type { Clock } from '../clock';
import type { Db, Trx } from '../database/db';
import { newId } from '../ids';
import { deriveKey, seal, unseal } from '../security/sealed-text';

/** A mail as it goes out. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Text files. */
  attachments?: { filename: string; content: string; contentType: string }[];
}

/** Hands a mail to whoever carries it; rejects when it was not taken. */
export type MailTransport = (mail: Mail & { messageId: string }) => Promise<void>;

/** Makes the mail of a mail when it is about to be sent; null when there is nothing to send (any more). */
export type ComposeMail = (template: string, data: Record<string, string>) => Promise<Mail | null>;

interface MailText {
  template: string;
  /** What the template needs. Sealed in the database. */
  data: Record<string, string>;
  /** Whose mail it is; it goes when the person goes. */
  userId: string | null;
}

export interface Mailer {
  /** Wants a mail sent, if and only if the transaction is committed. Never waits for the mail server. */
  send(trx: Trx, mail: MailText): Promise<void>;
  /** Says how mails become mails. */
  composeWith(compose: ComposeMail): void;
  /** Sends what is due by the clock and returns how many went out. */
  deliverDue(): Promise<number>;
  /** Whether the mail server could not be reached the last time: what is sent now may take a while. */
  isDelayed(): boolean;
  /** Begins to send as mails become due. */
  start(): void;
  stop(): Promise<void>;
}

interface MailerDeps {
  db: Db;
  clock: Clock;
  secret: string;
  /** Null when there is nowhere to send to: mails wait. */
  transport: MailTransport | null;
  onTrouble: (error: unknown) => void;
}

const LOOK_EVERY_MS = 2000;
/** A mail that somebody is sending is nobody else's for so long. */
const CLAIM_MS = 60_000;
/** Waiting after the first failure; it doubles up to the longest. With these a mail is tried for about two days. */
const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 2 * 3_600_000;
const MAX_ATTEMPTS = 34;
const BATCH = 20;

/**
 * The outbox of mail. A mail is written in the transaction of what it is about and sent afterwards, again and again
 * until the mail server takes it: a mail server that is down holds nobody up, and no rolled back change sends mail.
 * A process that dies between sending and noting it sends twice, with the same Message-ID.
 */
export function createMailer({ db, clock, secret, transport, onTrouble }: MailerDeps): Mailer {
  const key = deriveKey(secret, 'letters');
  let compose: ComposeMail = () => Promise.reject(new Error('No composer of mails has been set'));
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve(0);
  let isUnreachable = transport === null;

  /** Takes what is due; another instance takes other mails. */
  async function claim() {
    const now = clock.now();
    return db
      .updateTable('mails')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: new Date(now.getTime() + CLAIM_MS) }))
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('mails')
          .select('id')
          .where('sent_at', 'is', null)
          .where('failed_at', 'is', null)
          .where('next_attempt_at', '<=', now)
          .orderBy('next_attempt_at')
          .limit(BATCH)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'template', 'content', 'attempts', 'created_at'])
      .execute();
  }

  async function deliver({
    id,
    template,
    content,
    attempts,
  }: Awaited<ReturnType<typeof claim>>[number]): Promise<boolean> {
    if (!transport) return false;
    try {
      const mail = await compose(template, JSON.parse(unseal(key, content ?? '')) as Record<string, string>);
      if (mail) {
        await transport({ ...mail, messageId: `<${id}@manabiba>` });
        isUnreachable = false;
      }
      await db.updateTable('mails').set({ sent_at: clock.now(), content: null }).where('id', '=', id).execute();
      return mail !== null;
    } catch (error) {
      onTrouble(error);
      if (!isRefusal(error)) isUnreachable = true;
      const now = clock.now();
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1));
      const isOver = attempts >= MAX_ATTEMPTS;
      await db
        .updateTable('mails')
        .set(isOver ? { failed_at: now, content: null } : { next_attempt_at: new Date(now.getTime() + wait) })
        .where('id', '=', id)
        .execute();
      return false;
    }
  }

  async function deliverDue(): Promise<number> {
    if (!transport) return 0;
    let sent = 0;
    for (let claimed = await claim(); claimed.length > 0; claimed = await claim()) {
      claimed.sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
      for (const mail of claimed) sent += Number(await deliver(mail));
    }
    return sent;
  }

  function look(): void {
    running = deliverDue()
      .catch((error: unknown) => {
        onTrouble(error);
        return 0;
      })
      .finally(() => {
        if (timer) timer = setTimeout(look, LOOK_EVERY_MS).unref();
      });
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
          content: seal(key, JSON.stringify(data)),
          created_at: now,
          next_attempt_at: now,
        })
        .execute();
    },
    composeWith(given) {
      compose = given;
    },
    deliverDue,
    isDelayed: () => isUnreachable,
    start() {
      timer = setTimeout(look, LOOK_EVERY_MS).unref();
    },
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      await running;
    },
  };
}

/** The mail server was there and did not take this one mail. */
const isRefusal = (error: unknown) => error instanceof Error && 'responseCode' in error;

/** Mails that were sent or given up are forgotten after this time. */
const KEPT_MS = 30 * 86_400_000;

/** Deletes mails that were sent or given up a month ago. */
export async function deleteOldMails(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('mails')
    .where(sql<boolean>`coalesce(sent_at, failed_at) < ${new Date(now.getTime() - KEPT_MS)}`)
    .execute();
}
