/** SQL: a date is cancelled with its class or its event. */
const takesPlace = (room: string) =>
  `${room}.state <> 'cancelled' and not exists (select from events of_room where of_room.id = ${room}.event_id and of_room.state = 'cancelled')`;

/** SQL: the series of a classroom or an event's room, by its alias, as the contract has it. Dates are counted by their start, without cancelled ones. */
export const seriesOfDate = (room: string): string => `case when ${room}.series_id is not null then (
    select json_build_object('id', s.id, 'title', s.title, 'number', case when ${takesPlace(room)} then (
      select count(*) from classrooms o
      where o.series_id = ${room}.series_id and ${takesPlace('o')} and (o.start_at, o.id) <= (${room}.start_at, ${room}.id)) end)
    from series s where s.id = ${room}.series_id and s.hidden_at is null) end`;
