import type { Trx } from '../../platform/database/db';
import type { ComposeMail, Mail, Mailer } from '../../platform/mail/mailer';
import { layOut, type NotificationMailContent } from './mail-layout';
import { type MailData, type MailTemplate, mailTexts } from './mail-texts';

export type { NotificationMailContent } from './mail-layout';
export type { MailData } from './mail-texts';
export { messageMail } from './message-texts';
export type { TicketMail } from './ticket-texts';

/** The template of mails whose content is queued whole. */
const NOTIFICATION = 'notification';

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

  function layOutNotification(to: string, { action, subscription, ...content }: NotificationMailContent): Mail {
    const { label, token, reason, stopLabel = 'この種類の配信を停止する', hasSettings = true } = subscription;
    return layOut(to, {
      ...content,
      ...(action ? { action: { label: action.label, url: `${publicUrl}${action.path}` } } : {}),
      subscription: {
        reason: reason ?? `このメールは、通知設定で「${label}」のメールをオンにしている方にお送りしています。`,
        stopLabel,
        pageUrl: `${publicUrl}/unsubscribe?token=${token}`,
        oneClickUrl: `${publicUrl}/v1/mail_subscriptions/${token}/unsubscribe`,
        ...(hasSettings ? { settingsUrl: `${publicUrl}/settings#notifications` } : {}),
      },
    });
  }

  return {
    /** Returns a mail that its recipient can unsubscribe from, by a page and by one click in the mail program. */
    layOutNotification,

    /** Queues such a mail within the transaction. */
    sendNotification(
      trx: Trx,
      { to, userId, content }: { to: string; userId: string | null; content: NotificationMailContent },
    ): Promise<void> {
      return mailer.send(trx, { template: NOTIFICATION, userId, data: { to, content: JSON.stringify(content) } });
    },

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

    /** Returns whether mails are delayed. Reveals nothing about any address. */
    isDelayed: (): boolean => mailer.isDelayed(),
    /** Turns queued entries into mails. */
    composer:
      (findReset: FindReset): ComposeMail =>
      async (template, { to = '', ...data }) => {
        if (template === NOTIFICATION)
          return layOutNotification(to, JSON.parse(data['content'] ?? '') as NotificationMailContent);
        if (template !== 'password_reset') return compose(template as MailTemplate, to, data as never);
        const found = await findReset(to);
        return found && compose('password_reset', to, found);
      },
  };
}
