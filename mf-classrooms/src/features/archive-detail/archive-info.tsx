import type { ArchiveDetail } from '@manabiba/shared/contract/archives';
import { formatCount } from '@manabiba/shared/format/count';
import { formatDate } from '@manabiba/shared/format/date-time';
import { Link, paths, Phrases, shareLink, track } from '@manabiba/shared/platform';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { Meta } from '@manabiba/shared/ui/card';
import { Icon } from '@manabiba/shared/ui/icon';
import { Share } from 'lucide-react';

import { FollowHost } from '../../core/classroom/follow-host';
import { useCategories } from '../../core/classroom/use-categories';
import styles from './archive-detail.module.css';

const sourceName = { classroom: '教室', event: 'イベント' } as const;

/** Category, title, host, description and what one can do with an archive. */
export function ArchiveInfo({ archive }: { archive: ArchiveDetail }) {
  const { categoryName } = useCategories();
  const category = categoryName(archive.categoryId);
  return (
    <div>
      <p className={styles.badges}>
        {category && (
          <Link to={paths.category.href({ id: archive.categoryId })} className={styles.category}>
            <Badge>{category}</Badge>
          </Link>
        )}
        {archive.captionUrl !== null && <Badge>字幕あり</Badge>}
      </p>
      <h1>
        <Phrases text={archive.title} />
      </h1>
      <div className={styles.facts}>
        <Meta>
          <span>視聴 {formatCount(archive.watchCount)}回</span>
          {archive.publishedAt && (
            <span>
              {formatDate(archive.publishedAt)}に公開した{sourceName[archive.source]}
            </span>
          )}
        </Meta>
      </div>
      <Host host={archive.host} />
      <div className={styles.actions}>
        <Button variant="ghost" icon={<Icon icon={Share} />} onClick={() => share(archive)}>
          共有
        </Button>
      </div>
      {archive.description && <p className={styles.description}>{archive.description}</p>}
    </div>
  );
}

function share({ id, title }: ArchiveDetail): void {
  track('click_share');
  const url = new URL(paths.archive.href({ id }), location.href).href;
  void shareLink({ url, title, text: title });
}

function Host({ host }: Pick<ArchiveDetail, 'host'>) {
  return (
    <div className={styles.host}>
      <Avatar person={host} size={48} />
      <div className={styles.hostName}>
        <Link to={paths.user.href({ id: host.id })}>
          <strong>{host.nickname}</strong>
        </Link>
        <Meta>{host.job && <span>{host.job}</span>}</Meta>
      </div>
      <FollowHost host={host} size="small" className={styles.follow} />
    </div>
  );
}
