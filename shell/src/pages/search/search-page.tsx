import { MAX_SEARCH_LENGTH } from '@manabiba/shared/contract/limits';
import { search } from '@manabiba/shared/data/endpoints';
import {
  Link,
  paths,
  Phrases,
  Slot,
  type SlotParams,
  useEndpoint,
  useEndpointPages,
  usePageTitle,
  useSearchParams,
} from '@manabiba/shared/platform';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { LoadMore } from '@manabiba/shared/ui/load-more';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { Section } from '@manabiba/shared/ui/section';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { Tabs } from '@manabiba/shared/ui/tabs';
import { MoreLabel, moreLinkClass } from '@manabiba/shared/ui/text-link';

import { useRegistry } from '../../remotes/remotes-context';
import { kindsQuery, kindsWithPages, type ShownKind, slotParamsOfKind } from '../../search/search-kinds';
import { ResultsSkeleton } from './results-skeleton';

import styles from './search-page.module.css';

/** Number of results per kind on the page of all kinds. */
const OF_EACH_KIND = 6;

/** /search?q=: the results, of all kinds together or of one kind with pagination. */
export function SearchPage() {
  const [params, setParams] = useSearchParams();
  const q = (params.get('q') ?? '').trim().slice(0, MAX_SEARCH_LENGTH);
  const kinds = kindsWithPages(useRegistry());
  const kind = kinds.find((each) => each.kind === params.get('kind'))?.kind ?? 'all';
  usePageTitle(q === '' ? '検索' : `「${q}」の検索結果`);
  if (q === '') {
    return (
      <PageBody className={styles.page}>
        <h1>検索</h1>
        <div className={styles.blank}>
          <EmptyState title="言葉を入力してください。" level={2}>
            ヘッダーの検索から、教室、連続講座、イベント、アーカイブ、プロフェッショナル、ユーザーをさがせます。
          </EmptyState>
        </div>
      </PageBody>
    );
  }
  const tabs = [{ key: 'all' as const, label: 'すべて' }, ...kinds.map(({ kind: key, label }) => ({ key, label }))];
  const select = (key: 'all' | ShownKind) =>
    setParams(key === 'all' ? { q } : { q, kind: key }, { replace: true, preventScrollReset: true });
  return (
    <PageBody className={styles.page}>
      <h1>
        <Phrases text={`「${q}」の検索結果`} />
      </h1>
      <Tabs label="種類" tabs={tabs} selected={kind} onSelect={select} className={styles.tabs}>
        {kind === 'all' ? (
          <AllKinds key={q} q={q} kinds={kinds} />
        ) : (
          <OneKind key={`${kind} ${q}`} q={q} kind={kind} label={tabs.find(({ key }) => key === kind)?.label ?? ''} />
        )}
      </Tabs>
    </PageBody>
  );
}

function AllKinds({ q, kinds }: { q: string; kinds: ReturnType<typeof kindsWithPages> }) {
  const { data, error, retry, isRefreshing } = useEndpoint(search, {
    query: { q, kinds: kindsQuery(kinds), limit: OF_EACH_KIND },
  });
  if (!data) return error ? <Failed onRetry={retry} isRetrying={isRefreshing} /> : <SkeletonRows count={8} />;
  const groups = kinds
    .map((shown) => ({ ...shown, params: slotParamsOfKind(data.items, shown.kind) }))
    .filter(({ params }) => params.items.length > 0);
  if (groups.length === 0) return <Nothing q={q} />;
  return groups.map(({ kind, label, params }) => (
    <Section
      key={kind}
      title={label}
      more={
        data.more.includes(kind) && (
          <Link
            className={moreLinkClass}
            to={paths.search.href({}, { q, kind })}
            aria-label={`${label}の検索結果をすべて見る`}
          >
            <MoreLabel />
          </Link>
        )
      }
    >
      <Results kind={kind} label={label} params={params} />
    </Section>
  ));
}

function OneKind({ q, kind, label }: { q: string; kind: ShownKind; label: string }) {
  const { items, pages, error, retry, hasMore, isLoadingMore, loadMore } = useEndpointPages(search, {
    query: { q, kinds: kind },
  });
  if (pages.length === 0) return error ? <Failed onRetry={retry} isRetrying={false} /> : <SkeletonRows count={8} />;
  if (items.length === 0) return <Nothing q={q} />;
  return (
    <>
      <Results kind={kind} label={label} params={slotParamsOfKind(items, kind)} />
      {error ? (
        <ErrorState title="続きを表示できませんでした。" onRetry={retry} isRetrying={isLoadingMore} />
      ) : (
        <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onLoadMore={loadMore} />
      )}
    </>
  );
}

interface ResultsProps {
  kind: ShownKind;
  label: string;
  params: SlotParams<`search-results-${ShownKind}`>;
}

/** Rendered by the remote that owns the kind. */
function Results({ kind, label, params }: ResultsProps) {
  const fallback = <ResultsSkeleton kind={kind} count={params.items.length} />;
  return <Slot name={`search-results-${kind}`} label={label} params={params} fallback={fallback} />;
}

function Nothing({ q }: { q: string }) {
  return (
    <EmptyState title={`「${q}」に一致するものはありません。`} level={2}>
      短い言葉や、ほかの書き方でもお試しください。
    </EmptyState>
  );
}

function Failed({ onRetry, isRetrying }: { onRetry: () => void; isRetrying: boolean }) {
  return <ErrorState title="検索できませんでした。" onRetry={onRetry} isRetrying={isRetrying} level={2} />;
}
