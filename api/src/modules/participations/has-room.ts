/** SQL, for the ticket type "t": so many seats are left and nobody waits for them. */
export const hasRoomFor = (seats: number): string => `((t.quota is null or t.sold + t.held + ${seats} <= t.quota)
  and not exists (select from participations w where w.ticket_type_id = t.id and w.state = 'waitlisted'))`;
