import { listArchiveFigures } from '@manabiba/shared/data/endpoints';
import { Link, paths, useEndpointPages } from '@manabiba/shared/platform';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { PagedList } from '@manabiba/shared/ui/paged-list';
import { Section } from '@manabiba/shared/ui/section';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { textLinkClass } from '@manabiba/shared/ui/text-link';

import { ArchiveAttention } from './archive-attention';
import { FEW_PEOPLE } from './people-text';

import styles from './host-figures.module.css';

/** How far viewers came in each of the user's published archives. */
export function ArchiveFigures() {
  const list = useEndpointPages(listArchiveFigures, { query: {} });
  return (
    <Section title="アーカイブはどこまで見られたか">
      <PagedList
        list={list}
        name="アーカイブごとの数字"
        skeleton={<SkeletonRows count={3} />}
        empty={
          <EmptyState
            title="公開しているアーカイブはありません。"
            action={
              <Link className={textLinkClass} to={paths.archives.href()}>
                アーカイブの一覧を見る
              </Link>
            }
          >
            教室を録画して公開すると、見た人がどこまで見たかがここに並びます。
          </EmptyState>
        }
      >
        {(archives) => (
          <ul className={styles.archives}>
            {archives.map((archive) => (
              <li key={archive.id}>
                <ArchiveAttention archive={archive} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <p className={styles.note}>
        ログインして見た人を数えています。ホストと登壇者は含みません。{FEW_PEOPLE}
        の変化は、次の変化とまとめて表示します。
      </p>
    </Section>
  );
}
