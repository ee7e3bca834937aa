import { MAX_RECOMMENDED_ARCHIVES } from '@manabiba/shared/contract/limits';
import { sql } from 'kysely';

import type { Db } from '../../../platform/database/db';

/** How many candidates of each kind are compared for one archive. */
const CANDIDATES = 40;
/** Weights of the score. Source: docs/decisions/0022. */
const SAME_CATEGORY = 2;
const SAME_HOST = 3;
const WATCHED_TOGETHER = 2;
const WATCHED_MUCH = 0.2;

/** Repository of recommendations. */
export function createRankingRepository(db: Db) {
  return {
    /**
     * Ranks what to watch after every published archive, in one statement. Rows that stay the same are not written.
     */
    async rank(): Promise<void> {
      await sql`
        with published as (select id, category_id, host_id, watch_count from archives where state = 'ready' and published_at is not null),
        together as (
          select mine.archive_id, other.archive_id as other_id, count(*) as viewers from archive_watches mine
          join archive_watches other on other.viewer_id = mine.viewer_id and other.archive_id <> mine.archive_id
          where mine.counted_at is not null and other.counted_at is not null
          group by 1, 2
        ),
        scored as (
          select a.id as archive_id, b.id as recommended_id,
            case when b.category_id = a.category_id then ${SAME_CATEGORY}::float else 0 end
            + case when b.host_id = a.host_id then ${SAME_HOST}::float else 0 end
            + ${WATCHED_TOGETHER}::float * ln(1 + coalesce(t.viewers, 0)) + ${WATCHED_MUCH}::float * ln(1 + b.watch_count) as score
          from published a
          cross join lateral (
            (select id from archives c where c.state = 'ready' and c.published_at is not null and c.category_id = a.category_id order by c.published_at desc, c.id desc limit ${CANDIDATES})
            union
            (select id from archives c where c.state = 'ready' and c.published_at is not null and c.host_id = a.host_id order by c.published_at desc, c.id desc limit ${CANDIDATES})
            union
            (select id from archives c where c.state = 'ready' and c.published_at is not null order by c.published_at desc, c.id desc limit ${CANDIDATES})
            union
            (select other_id from together where together.archive_id = a.id order by viewers desc, other_id limit ${CANDIDATES})
          ) candidate
          join published b on b.id = candidate.id and b.id <> a.id
          left join together t on t.archive_id = a.id and t.other_id = b.id
        ),
        ranked as (
          select archive_id, recommended_id, row_number() over (partition by archive_id order by score desc, recommended_id desc)::int as rank from scored
        ),
        best as (select * from ranked where rank <= ${MAX_RECOMMENDED_ARCHIVES}),
        gone as (
          delete from archive_recommendations r where not exists (select 1 from best b where b.archive_id = r.archive_id and b.rank = r.rank)
        )
        insert into archive_recommendations as r (archive_id, rank, recommended_id) select archive_id, rank, recommended_id from best
        on conflict (archive_id, rank) do update set recommended_id = excluded.recommended_id where r.recommended_id <> excluded.recommended_id`.execute(
        db,
      );
    },
  };
}
