import type { Archive } from '@manabiba/shared/contract/archives';
import { Button } from '@manabiba/shared/ui/button';
import { CardGrid } from '@manabiba/shared/ui/card';
import { Checkbox } from '@manabiba/shared/ui/checkbox';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { type PagedItems, PagedList } from '@manabiba/shared/ui/paged-list';
import { Section } from '@manabiba/shared/ui/section';
import { Select } from '@manabiba/shared/ui/select';
import { SkeletonCards } from '@manabiba/shared/ui/skeleton-cards';
import { useEffect, useRef, useState } from 'react';

import { ArchiveCard } from '../../core/archive/archive-card';

import styles from './archive-list.module.css';

export type ArchiveSort = 'new' | 'watched';

const sorts: readonly { value: ArchiveSort; label: string }[] = [
  { value: 'new', label: '新しい順' },
  { value: 'watched', label: '視聴の多い順' },
];

interface ArchiveFeedProps {
  list: PagedItems<Archive>;
  title: string;
  /** Absent where there is only one order. */
  sort?: { value: ArchiveSort; onChange: (sort: ArchiveSort) => void } | undefined;
  /** Only what the viewer has not begun to watch. Absent for visitors, and where the list has no such filter. */
  unseen?: { isOn: boolean; total: number | undefined; onChange: (isOn: boolean) => void } | undefined;
}

/** A list of archives; more are loaded as the end comes into view. */
export function ArchiveFeed({ list, title, sort, unseen }: ArchiveFeedProps) {
  const [isWithCaptions, setIsWithCaptions] = useState(false);
  const shown = list.items?.filter(({ captionUrl }) => !isWithCaptions || captionUrl !== null);
  const end = useLoadAtEnd(list);
  const filters = [...(isWithCaptions ? ['字幕あり'] : []), ...(unseen?.isOn ? ['まだ見ていない'] : [])];
  const clear = () => {
    setIsWithCaptions(false);
    if (unseen?.isOn) unseen.onChange(false);
  };
  return (
    <Section
      title={title}
      count={unseen?.isOn && unseen.total !== undefined && !isWithCaptions ? `${unseen.total}本` : undefined}
      more={<FeedTools {...{ sort, unseen }} captions={{ isOn: isWithCaptions, onChange: setIsWithCaptions }} />}
    >
      <PagedList
        list={{ ...list, items: shown }}
        name="アーカイブ"
        skeleton={<SkeletonCards count={8} columns={4} />}
        empty={
          filters.length > 0 ? (
            <EmptyState
              title="条件に合うアーカイブはありません。"
              action={<Button onClick={clear}>絞り込みを外す</Button>}
            >
              {filters.map((name) => `「${name}」`).join('')}で絞り込んでいます。
            </EmptyState>
          ) : (
            <EmptyState title="アーカイブはまだありません。">公開されると、ここに並びます。</EmptyState>
          )
        }
      >
        {(archives) => (
          <CardGrid columns={4}>
            {archives.map((archive) => (
              <li key={archive.id}>
                <ArchiveCard archive={archive} />
              </li>
            ))}
          </CardGrid>
        )}
      </PagedList>
      <div ref={end} className={styles.end} />
    </Section>
  );
}

interface FeedToolsProps extends Pick<ArchiveFeedProps, 'sort' | 'unseen'> {
  captions: { isOn: boolean; onChange: (isOn: boolean) => void };
}

function FeedTools({ captions, sort, unseen }: FeedToolsProps) {
  return (
    <div className={styles.tools}>
      <Checkbox label="字幕あり" checked={captions.isOn} onChange={({ target }) => captions.onChange(target.checked)} />
      {unseen && (
        <Checkbox
          label="まだ見ていない"
          checked={unseen.isOn}
          onChange={({ target }) => unseen.onChange(target.checked)}
        />
      )}
      {sort && (
        <div className={styles.sort}>
          <Select
            label="並び順"
            isLabelHidden
            options={sorts}
            value={sort.value}
            onChange={({ target }) => sort.onChange(target.value as ArchiveSort)}
          />
        </div>
      )}
    </div>
  );
}

/** Loads the next page when the end of the list comes near. The button stays for keyboards and after failures. */
function useLoadAtEnd({ hasMore, isLoadingMore, error, loadMore }: PagedItems<Archive>) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!hasMore || isLoadingMore || error || !end.current || !('IntersectionObserver' in globalThis)) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) loadMore();
      },
      { rootMargin: '400px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  });
  return end;
}
