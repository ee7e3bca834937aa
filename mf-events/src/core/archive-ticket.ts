import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { ARCHIVE_TICKET_CANCEL_DAYS, ARCHIVE_TICKET_REFUND_DAYS } from '@manabiba/shared/contract/limits';
import type { ArchiveTicket } from '@manabiba/shared/contract/tickets';

import { ticketSale } from './tickets';

/** Returns the ticket for the archive of an event while it is sold. */
export function soldArchiveTicket(
  { archiveTicket }: Pick<ClassroomEvent, 'archiveTicket'>,
  now: Date,
): ArchiveTicket | null {
  return archiveTicket && ticketSale(archiveTicket, now) === 'open' ? archiveTicket : null;
}

/** The terms of a ticket for the archive of an event. */
export const archiveTicketTerms = [
  'アーカイブが公開されている間、何度でもご覧いただけます。',
  `購入から${ARCHIVE_TICKET_CANCEL_DAYS}日以内で、視聴を始める前は、取り消すことができ、全額返金いたします。視聴を始めたあとの返金はいたしかねます。`,
  `購入から${ARCHIVE_TICKET_REFUND_DAYS}日以内にアーカイブの公開が終わった場合は、全額返金いたします。`,
];
