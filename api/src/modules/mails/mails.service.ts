import type { Trx } from '../../platform/database/db';
import type { ComposeMail, Mail, Mailer } from '../../platform/mail/mailer';
import { layOut } from './mail-layout';
import { type MailData, type MailTemplate, mailTexts } from './mail-texts';

export type { TicketMail } from './ticket-texts';

interface MailsDeps {
  mailer: Mailer;
  publicUrl: string;
}

/** Who gets a link to set a new password, found out when the mail is about to be sent; null when nobody does. */
export type FindReset = (email: string) => Promise<MailData['password_reset'] | null>;

export type MailsService = ReturnType<typeof createMailsService>;

/** The mails of the product. */
export function createMailsService({ mailer, publicUrl }: MailsDeps) {
  const texts = mailTexts((path) => `${publicUrl}${path}`);

  function compose<N extends MailTemplate>(name: N, to: string, data: MailData[N]): Mail {
    return layOut(to, texts[name](data));
  }

  return {
    /** Wants a mail sent to somebody (`userId` is null for an address without an account), with the transaction. It goes out when the mail server takes it. */
    send<N extends MailTemplate>(
      trx: Trx,
      name: N,
      { to, userId, ...data }: { to: string; userId: string | null } & MailData[N],
    ): Promise<void> {
      return mailer.send(trx, { template: name, userId, data: { to, ...(data as Record<string, string>) } });
    },

    /** Wants a link for a new password sent. Looks nothing up: whether the address is known shows neither in what this does nor in how long it takes. */
    askForReset: (trx: Trx, email: string): Promise<void> =>
      mailer.send(trx, { template: 'password_reset', userId: null, data: { to: email } }),

    /** Whether it may take a while until mails arrive. Says nothing about any address. */
    isDelayed: (): boolean => mailer.isDelayed(),
    /** How mails become mails. */
    composer:
      (findReset: FindReset): ComposeMail =>
      async (template, { to = '', ...data }) => {
        if (template !== 'password_reset') return compose(template as MailTemplate, to, data as never);
        const found = await findReset(to);
        return found && compose('password_reset', to, found);
      },
  };
}
