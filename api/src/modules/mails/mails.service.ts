import type { Trx } from '../../platform/database/db';
import type { ComposeMail, Mail, Mailer } from '../../platform/mail/mailer';
import { layOut } from './mail-layout';
import { type MailData, type MailTemplate, mailTexts } from './mail-texts';

export type { TicketMail } from './ticket-texts';

interface MailsDeps {
  mailer: Mailer;
  publicUrl: string;
}

/** Finds the recipient of a password reset link just before the mail is sent; null when there is none. */
export type FindReset = (email: string) => Promise<MailData['password_reset'] | null>;

export type MailsService = ReturnType<typeof createMailsService>;

/** The mails of the product. */
export function createMailsService({ mailer, publicUrl }: MailsDeps) {
  const texts = mailTexts((path) => `${publicUrl}${path}`);

  function compose<N extends MailTemplate>(name: N, to: string, data: MailData[N]): Mail {
    return layOut(to, texts[name](data));
  }

  return {
    /**
     * Queues a mail within the transaction (`userId` is null for an address without an account). It is sent when the
     * mail server accepts it.
     */
    send<N extends MailTemplate>(
      trx: Trx,
      name: N,
      { to, userId, ...data }: { to: string; userId: string | null } & MailData[N],
    ): Promise<void> {
      return mailer.send(trx, { template: name, userId, data: { to, ...(data as Record<string, string>) } });
    },

    /**
     * Queues a password reset mail. It looks nothing up: neither its effects nor its duration reveal whether the
     * address is known.
     */
    askForReset: (trx: Trx, email: string): Promise<void> =>
      mailer.send(trx, { template: 'password_reset', userId: null, data: { to: email } }),

    /** Tells whether mails are delayed. Reveals nothing about any address. */
    isDelayed: (): boolean => mailer.isDelayed(),
    /** Turns queued entries into mails. */
    composer:
      (findReset: FindReset): ComposeMail =>
      async (template, { to = '', ...data }) => {
        if (template !== 'password_reset') return compose(template as MailTemplate, to, data as never);
        const found = await findReset(to);
        return found && compose('password_reset', to, found);
      },
  };
}
