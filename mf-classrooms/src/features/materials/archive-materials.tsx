import type { ArchivedPage } from '@manabiba/shared/contract/classroom-materials';
import { foldForSearch } from '@manabiba/shared/contract/search-fold';
import { listArchiveMaterials } from '@manabiba/shared/data/endpoints';
import { formatLength } from '@manabiba/shared/format/duration';
import { useEndpoint } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { Panel } from '@manabiba/shared/ui/panel';
import { Search } from 'lucide-react';
import { useState } from 'react';

import type { Player } from '../../core/playback/player';
import { MaterialList } from './material-list';
import { matchingPages } from './page-search';

import styles from './materials.module.css';

interface ArchiveMaterialsProps {
  archiveId: string;
  /** Null until the player's code has loaded. */
  player: Player | null;
}

/** 資料 of an archive, and the pages that were presented: each plays from where it came to the stage. */
export function ArchiveMaterials({ archiveId, player }: ArchiveMaterialsProps) {
  const { data } = useEndpoint(listArchiveMaterials, { params: { id: archiveId } });
  if (!data || (data.items.length === 0 && data.pages.length === 0)) return null;
  return (
    <section className={styles.section} aria-labelledby="archive-materials">
      <Panel>
        <h2 id="archive-materials">資料</h2>
        {/* Only the page of the class changes them. */}
        <MaterialList classroomId="" materials={data.items} canManage={false} />
        {data.pages.length > 0 && <PresentedPages pages={data.pages} player={player} />}
      </Panel>
    </section>
  );
}

function PresentedPages({ pages, player }: { pages: readonly ArchivedPage[]; player: Player | null }) {
  const [search, setSearch] = useState('');
  const isSearching = foldForSearch(search) !== '';
  const shown = matchingPages(pages, search);
  return (
    <>
      <h3 className={styles.subhead}>表示したページ</h3>
      <label className={styles.search}>
        <Icon icon={Search} size={16} />
        <input
          type="search"
          aria-label="表示したページの中をさがす"
          placeholder="ことばをさがす"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </label>
      <p className={styles.soft} role="status">
        {isSearching && (shown.length > 0 ? `${shown.length}件` : '見つかりませんでした。')}
      </p>
      <ol className={styles.pages} aria-label="表示したページ">
        {shown.map(({ at, materialId, title, page, excerpt }) => (
          <li key={`${at}-${materialId}-${page}`}>
            <button
              type="button"
              aria-disabled={player === null || undefined}
              onClick={() => {
                player?.seek(at);
                player?.play();
              }}
            >
              <time>{formatLength(Math.floor(at))}</time>
              <span>
                {excerpt || title} <small>{page}ページ</small>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
