import type { QuotedComment } from '@manabiba/shared/contract/classroom-comments';
import { type RawBuilder, sql } from 'kysely';

/** Characters of a quote: its first line, cut. */
const QUOTE_LENGTH = 80;

/** Selects what the comment of this alias replies to: author and first line, which is empty once deleted. */
export const quoteOf = (alias: string): RawBuilder<QuotedComment | null> => sql<QuotedComment | null>`(
  select jsonb_build_object(
    'id', quoted.id,
    'userId', quoted_author.id,
    'nickname', coalesce(quoted_author.nickname, '退会したユーザー'),
    'line', case when quoted.deleted_at is null then left(split_part(quoted.body, chr(10), 1), ${QUOTE_LENGTH}::int) else '' end)
  from classroom_comments quoted
  left join users quoted_author on quoted_author.id = quoted.user_id and quoted_author.state <> 'withdrawn'
  where quoted.id = ${sql.ref(`${alias}.reply_to`)})`;
