import { wordOfEnvironment } from '@manabiba/shared/contract/release-words';
import type { NameUses, UnknownUses, UsedKind, UsingRelease } from '@manabiba/shared/contract/staff-releases';
import { listReleaseUses } from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { useEndpoint, useSearchParams } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Select } from '@manabiba/shared/ui/select';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';

import { SearchForm } from '../../core/search-form';
import { StaffTable } from '../../core/staff-table';

import styles from './teams.module.css';

/** Rows that are shown at once: further ones are found by their name. */
const MAX_ROWS = 100;

const kindWords: Readonly<Record<UsedKind, string>> = {
  call: 'APIの呼び出し',
  facade: '共通機能',
  shown_slot: 'スロットの表示',
  filled_slot: 'スロットへの提供',
};
const kinds = Object.entries(kindWords).map(([value, label]) => ({ value, label }));

/** Who uses which call, slot and export of the facade: which remotes break when one of them is removed. */
export function ReleaseUses() {
  const [query, setQuery] = useSearchParams();
  const [kind, name] = [query.get('kind') ?? '', query.get('name') ?? ''];
  const { data, error, isRefreshing, retry } = useEndpoint(listReleaseUses, {}, { maxAgeSeconds: 0 });
  const show = (changes: { kind?: string; name?: string }) => {
    const wanted = Object.entries({ kind, name, ...changes }).filter(([, value]) => value !== '');
    setQuery({ part: 'uses', ...Object.fromEntries(wanted) }, { replace: true });
  };
  return (
    <>
      <p className={styles.note}>
        公開中、一部公開、プレビューのリリースのファイルから調べています。消すとどのリモートが動かなくなるかがわかります。
      </p>
      <div className={styles.filters}>
        <Select
          label="種類"
          placeholder="すべて"
          options={kinds}
          value={kind}
          onChange={({ target: { value } }) => show({ kind: value })}
        />
        <SearchForm
          label="名前"
          hint="APIの呼び出し、共通機能、スロットの名前の一部"
          words={name}
          onSearch={(words) => show({ name: words })}
        />
      </div>
      {data && <Unknown releases={data.unknown} />}
      {data && <Names found={data.items.filter((each) => isWanted(each, kind, name))} />}
      {!data &&
        (error ? (
          <ErrorState title="利用を表示できませんでした。" level={2} onRetry={retry} isRetrying={isRefreshing} />
        ) : (
          <SkeletonRows count={6} isRuled />
        ))}
    </>
  );
}

const isWanted = (each: NameUses, kind: string, name: string) =>
  (kind === '' || each.kind === kind) && each.name.toLowerCase().includes(name.toLowerCase());

const columns = ['名前', '種類', '使っているリリース'] as const;

function Names({ found }: { found: readonly NameUses[] }) {
  if (found.length === 0)
    return (
      <EmptyState title="使っているリリースはありません。" level={2}>
        この名前を消しても、公開中のリモートは動きます。シェル自身の利用は含みません。
      </EmptyState>
    );
  const rest = found.length - MAX_ROWS;
  return (
    <>
      <StaffTable columns={columns}>
        {found.slice(0, MAX_ROWS).map(({ kind, name, users }) => (
          <tr key={`${kind} ${name}`}>
            <td data-label="名前">
              <code className={styles.name}>{name}</code>
            </td>
            <td data-label="種類">{kindWords[kind]}</td>
            <td data-label="使っているリリース">
              <span className={styles.users}>
                {users.map((user) => (
                  <Release key={`${user.remote} ${user.place}`} release={user} />
                ))}
              </span>
            </td>
          </tr>
        ))}
      </StaffTable>
      {rest > 0 && <p className={styles.note}>{`ほかに${formatCount(rest)}件あります。名前で絞り込んでください。`}</p>}
    </>
  );
}

function Release({ release: { remote, version, place } }: { release: UsingRelease }) {
  return (
    <span className={styles.cell}>
      {remote}
      <code className={styles.soft}>{version}</code>
      {place !== 'live' && <Badge tone="action">{place === 'rollout' ? '一部公開' : wordOfEnvironment(place)}</Badge>}
    </span>
  );
}

/** Releases of which the table says less than they use. */
function Unknown({ releases }: { releases: readonly UnknownUses[] }) {
  return releases.map((release) => (
    <p key={`${release.remote} ${release.place}`} className={styles.note}>
      <Release release={release} />
      {release.isFacadeOnly
        ? 'は、共通機能の利用を調べられません。ほかのビルドツールで作られています。'
        : 'は、ファイルを読めないため調べられません。'}
    </p>
  ));
}
