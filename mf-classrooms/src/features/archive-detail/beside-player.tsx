import type { ArchiveDetail } from '@manabiba/shared/contract/archives';
import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import { Tabs } from '@manabiba/shared/ui/tabs';
import { useState } from 'react';

import type { Player } from '../../core/playback/player';
import { ChapterList } from './chapter-list';

import styles from './archive-detail.module.css';

interface BesidePlayerProps {
  archive: ArchiveDetail;
  player: Player | null;
}

const loadTranscript = () => import('./transcript').then(({ Transcript }) => Transcript);

/** Chapters and transcript, whichever there are. */
export function BesidePlayer({ archive, player }: BesidePlayerProps) {
  const hasChapters = archive.chapters.length > 0;
  const hasTranscript = archive.captionUrl !== null && archive.canWatch;
  const [tab, setTab] = useState<'chapters' | 'transcript'>(hasChapters ? 'chapters' : 'transcript');
  const chapters = <ChapterList chapters={archive.chapters} player={player} />;
  const transcript = (
    <LazyPart
      load={loadTranscript}
      props={{ player }}
      fallback={<p className={styles.noCues}>字幕を読み込んでいます。</p>}
    />
  );
  if (!hasChapters && !hasTranscript) return null;
  if (hasChapters && hasTranscript)
    return (
      <div className={styles.beside}>
        <Tabs
          label="章と文字起こし"
          tabs={[
            { key: 'chapters', label: '章' },
            { key: 'transcript', label: '文字起こし' },
          ]}
          selected={tab}
          onSelect={setTab}
          isEven
        >
          {tab === 'chapters' ? chapters : transcript}
        </Tabs>
      </div>
    );
  return (
    <section className={styles.beside} aria-labelledby="beside-player">
      <h2 id="beside-player">{hasChapters ? '章' : '文字起こし'}</h2>
      {hasChapters ? chapters : transcript}
    </section>
  );
}
