import { events } from '../content/events';
import { classroomId, type PlannedClassroom, ROOM_RULES } from './classrooms';
import { eventId, type PlannedEvent } from './events';
import { seriesIdOf } from './series';

/** Plans the rooms of the events that are dates of a series, as publishing an event creates them. */
export function planEventRooms(planned: readonly PlannedEvent[]): PlannedClassroom[] {
  const byId = new Map(planned.map(({ row }) => [row.id, row]));
  return events.flatMap(({ key }) => {
    const seriesId = seriesIdOf('event', key);
    const event = byId.get(eventId(key));
    return seriesId && event ? [roomOf(event, classroomId('event', key), seriesId)] : [];
  });
}

function roomOf(
  { title, organizer_id: hostId, category_id, start_at, end_at, created_at, updated_at }: PlannedEvent['row'],
  id: string,
  seriesId: string,
): PlannedClassroom {
  return {
    row: {
      ...{ id, host_id: hostId, series_id: seriesId, name: title, description: '' },
      ...{ category_id, interest_ids: [], cover_url: null },
      ...{ state: 'scheduled', start_at, end_at, started_at: null, ended_at: null },
      // It becomes private with its event.
      ...{ all_users: true, audience_mode: true, private_mode: false, private_key: null },
      ...{ ...ROOM_RULES, created_at, updated_at },
    },
    reservations: [],
    users: [
      {
        ...{ classroom_id: id, user_id: hostId, role: 'host', is_muted: false },
        ...{ joined_at: null, left_at: null, seconds_present: 0 },
      },
    ],
    comments: [],
  };
}
