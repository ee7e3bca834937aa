import type { PoolClient } from 'pg';

/** Sets all counters of demo rows to the number of rows that they count. */
export async function recount(client: PoolClient): Promise<void> {
  await client.query(`
    update users u set
      follower_count = (select count(*) from follows where followee_id = u.id),
      following_count = (select count(*) from follows where follower_id = u.id)
    where is_demo`);
  await client.query(`
    update classrooms c set
      reserved_count = (select count(*) from reservations where classroom_id = c.id),
      comment_count = (select count(*) from classroom_comments where classroom_id = c.id and deleted_at is null),
      -- Who is there; once it is over, who was.
      participant_count = (select count(*) from classroom_users where classroom_id = c.id and joined_at is not null
        and kicked_at is null and (c.state = 'ended' or left_at is null))
    where is_demo`);
}
