import type { PollResults } from '@manabiba/shared/contract/classroom-polls';
import { MAX_POLL_TEXTS } from '@manabiba/shared/contract/limits';
import { sql } from 'kysely';

import type { Db } from '../../../platform/database/db';

interface PollTally {
  answerCount: number;
  results: PollResults;
}

interface TallyRow {
  id: string;
  option_count: number;
  answer_count: number;
  choices: { choice: number; count: number }[];
  texts: PollResults['texts'];
}

/** Counts the answers to polls, in one statement. Unknown polls are missing from the map. */
export async function tallyPolls(db: Db, ids: readonly string[]): Promise<Map<string, PollTally>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<TallyRow>`
    select p.id, cardinality(p.options) as option_count,
      (select count(*)::int from classroom_poll_answers a where a.poll_id = p.id) as answer_count,
      coalesce((select json_agg(json_build_object('choice', c.choice, 'count', c.count)) from (
        select choice, count(*)::int from classroom_poll_answers a, unnest(a.choices) choice
        where a.poll_id = p.id group by choice) c), '[]') as choices,
      coalesce((select json_agg(json_build_object('text', t.text, 'count', t.count) order by t.count desc, t.text) from (
        select a.text, count(*)::int from classroom_poll_answers a
        where a.poll_id = p.id and a.text <> '' group by a.text order by 2 desc, 1 limit ${MAX_POLL_TEXTS}) t), '[]') as texts
    from classroom_polls p where p.id = any(${[...ids]}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.id, toTally(row)]));
}

function toTally({ option_count: optionCount, answer_count: answerCount, choices, texts }: TallyRow): PollTally {
  const counts = Array.from({ length: optionCount }, () => 0);
  for (const { choice, count } of choices) counts[choice] = count;
  return { answerCount, results: { counts, texts } };
}
