import type { Trx } from '../../platform/database/db';
import type { DomainEventHandlers } from '../../platform/events/domain-events';
import { messageMail, type MailsService } from '../mails/mails.service';
import type { HostMessagesRepository, GuestMailRow } from './host-messages.repository';

interface GuestMessageMailsDeps {
  messages: HostMessagesRepository;
  mails: Pick<MailsService, 'sendNotification'>;
  /** Makes the token of the link that stops the messages of a host to the holder of a ticket. */
  stopToken: (participationId: string, hostId: string) => string;
  /** Returns the path of a guest's ticket. */
  ticketPath: (participationId: string) => string;
}

/** Mails messages to buyers without an account. Everybody else gets them with the notification. */
export function createGuestMessageMails(deps: GuestMessageMailsDeps): DomainEventHandlers {
  const { messages, mails, stopToken, ticketPath } = deps;

  const mail = (trx: Trx, row: GuestMailRow) =>
    mails.sendNotification(trx, {
      to: row.email,
      userId: null,
      content: messageMail({
        title: row.event_title,
        isOfClass: false,
        hostName: row.host_name,
        subject: row.subject,
        body: row.body,
        action: { label: 'チケットを開く', path: ticketPath(row.participation_id) },
        token: stopToken(row.participation_id, row.host_id),
        hasSettings: false,
      }),
    });

  return {
    async eventMessageSent(trx, { payload: { messageId } }) {
      for (const row of await messages.findGuests(trx, messageId)) await mail(trx, row);
    },
  };
}
