/** SQL, for the ticket type "t": so many seats are left and nobody who could get an offer waits for them. */
export const hasRoomFor = (seats: number): string => `((t.quota is null or t.sold + t.held + ${seats} <= t.quota)
  and not exists (select from participations w join users waiting on waiting.id = w.user_id
    where w.ticket_type_id = t.id and w.state = 'waitlisted' and waiting.state not in ('suspended', 'withdrawn')))`;
