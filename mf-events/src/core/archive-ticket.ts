import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { ArchiveTicket } from '@manabiba/shared/contract/tickets';

import { ticketSale } from './tickets';

/** Returns the ticket for the archive of an event while it is sold. */
export function soldArchiveTicket(
  { archiveTicket }: Pick<ClassroomEvent, 'archiveTicket'>,
  now: Date,
): ArchiveTicket | null {
  return archiveTicket && ticketSale(archiveTicket, now) === 'open' ? archiveTicket : null;
}
