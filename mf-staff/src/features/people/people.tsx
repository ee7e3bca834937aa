import type { FoundPerson } from '@manabiba/shared/contract/staff-people';
import { searchPeople } from '@manabiba/shared/data/endpoints';
import { useEndpoint, useSearchParams } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';

import { toneOfState, wordOfRole, wordOfState } from '../../core/account-states';
import { SearchForm } from '../../core/search-form';
import { StaffFrame } from '../../core/staff-frame';
import { type WorkItem, WorkQueue } from '../../core/work-queue/work-queue';
import { PersonCase } from './person-case';
import { RoleProposals } from './role-proposals';

import styles from './people.module.css';

/** Finds users, and shows one of them. */
export function People() {
  const [query, setQuery] = useSearchParams();
  const words = query.get('q') ?? '';

  return (
    <StaffFrame title="利用者">
      <SearchForm
        label="人をさがす"
        hint="ニックネームの一部、メールアドレスのはじめ、番号、生徒コード、学校のコード"
        words={words}
        onSearch={(typed) => setQuery(typed === '' ? {} : { q: typed })}
      />
      {words === '' ? (
        <>
          <RoleProposals />
          <EmptyState title="だれをさがしますか。" level={2}>
            見つかった方の状態、入っている教室、購入、通報、スタッフの操作が表示されます。
          </EmptyState>
        </>
      ) : (
        <Found words={words} asked={query.get('person') ?? undefined} />
      )}
    </StaffFrame>
  );
}

function Found({ words, asked }: { words: string; asked: string | undefined }) {
  const { data, error, isRefreshing, retry } = useEndpoint(
    searchPeople,
    { query: { q: words } },
    { maxAgeSeconds: 0, keepPreviousData: true },
  );
  if (!data)
    return error ? (
      <ErrorState title="さがせませんでした。" level={2} onRetry={retry} isRetrying={isRefreshing} />
    ) : (
      <SkeletonRows count={6} isRuled />
    );
  const selected = asked ?? data.items[0]?.userId;
  if (selected === undefined)
    return (
      <EmptyState title="見つかりませんでした。" level={2}>
        ニックネームはどの部分でも、メールアドレスははじめの文字から一致する方をさがします。
      </EmptyState>
    );
  return (
    <>
      {data.hasMore && <p className={styles.more}>ほかにもいます。もう少し長く入力してください。</p>}
      <WorkQueue
        label="見つかった人"
        items={data.items.map((person) => itemOf(person, words))}
        hiddenCount={0}
        selectedId={selected}
      >
        <PersonCase key={selected} userId={selected} />
      </WorkQueue>
    </>
  );
}

const itemOf = (person: FoundPerson, words: string): WorkItem => ({
  id: person.userId,
  path: `/staff/people?${new URLSearchParams({ q: words, person: person.userId }).toString()}`,
  name: person.nickname,
  note: [wordOfRole(person.role), person.school ?? person.email].filter(Boolean).join('・'),
  side: <Badge tone={toneOfState(person.state)}>{wordOfState(person.state)}</Badge>,
});
