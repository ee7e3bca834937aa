import { formatCount } from '@manabiba/shared/format/count';
import { formatLength } from '@manabiba/shared/format/duration';
import { Link, paths } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { Meta } from '@manabiba/shared/ui/card';
import { Cover } from '@manabiba/shared/ui/cover';
import { Icon } from '@manabiba/shared/ui/icon';
import { Play } from 'lucide-react';

import { useArchive } from '../../core/archive/use-archive';

import styles from './classroom-detail.module.css';

/** The archive of an ended classroom. Renders nothing until the viewer may find it. */
export function EndedArchive({ archiveId }: { archiveId: string }) {
  const { data: archive } = useArchive(archiveId);
  if (!archive) return null;
  const isReady = archive.state === 'ready';
  return (
    <section className={styles.section} aria-labelledby="ended-archive">
      <h2 id="ended-archive">アーカイブ</h2>
      <div className={styles.archive}>
        <Cover
          src={archive.thumbnailUrl}
          seed={archive.id}
          bottomRight={isReady ? formatLength(archive.durationSeconds) : undefined}
        />
        {isReady ? (
          <Meta>
            <span>視聴 {formatCount(archive.watchCount)}回</span>
            {archive.captionUrl !== null && <span>字幕あり</span>}
            {archive.chapters.length > 0 && <span>{archive.chapters.length}つの章</span>}
          </Meta>
        ) : (
          <p>
            <strong>
              {archive.state === 'failed' ? 'アーカイブを作れませんでした。' : 'アーカイブを準備しています。'}
            </strong>
          </p>
        )}
        <Link
          className={buttonClass({ variant: isReady ? 'primary' : 'secondary', isBlock: true })}
          to={paths.archive.href({ id: archive.id })}
        >
          {isReady && <Icon icon={Play} />}
          <span>{isReady ? 'アーカイブを見る' : '準備のようすを見る'}</span>
        </Link>
      </div>
    </section>
  );
}
