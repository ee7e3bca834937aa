import type { PoolClient } from 'pg';

/** Makes the rooms in which the demo's events take place their own, as publishing an event does. */
export async function joinEventsAndRooms(client: PoolClient): Promise<void> {
  await client.query(
    `update classrooms c set event_id = e.id, name = e.title, private_mode = true, private_key = null, audience_mode = true, all_users = true
     from events e where e.is_demo and c.is_demo and c.id = e.classroom_id and c.event_id is null`,
  );
}
