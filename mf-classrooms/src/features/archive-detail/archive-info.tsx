import type { ArchiveDetail } from '@manabiba/shared/contract/archives';
import { formatCount } from '@manabiba/shared/format/count';
import { formatDate } from '@manabiba/shared/format/date-time';
import { useLazyComponent } from '@manabiba/shared/loading/use-lazy-component';
import { useSharePage } from '@manabiba/shared/people/share-page';
import { isSignedIn, Link, paths, Phrases, useMe } from '@manabiba/shared/platform';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { Meta } from '@manabiba/shared/ui/card';
import { Icon } from '@manabiba/shared/ui/icon';
import { RichText } from '@manabiba/shared/ui/rich-text';
import { Flag, Share } from 'lucide-react';
import { useState } from 'react';

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
        <ShareButton archive={archive} />
        <ReportButton archive={archive} />
      </div>
      {archive.description && (
        <div className={styles.description}>
          <RichText text={archive.description} />
        </div>
      )}
    </div>
  );
}

function ShareButton({ archive: { id, title } }: { archive: ArchiveDetail }) {
  const share = useSharePage();
  return (
    <Button variant="ghost" icon={<Icon icon={Share} />} onClick={() => share(paths.archive.href({ id }), title)}>
      共有
    </Button>
  );
}

const loadReport = () => import('@manabiba/shared/people/report-dialog').then(({ ReportDialog }) => ReportDialog);

/** 通報, for signed-in viewers other than the host. */
function ReportButton({ archive: { id, title, host } }: { archive: ArchiveDetail }) {
  const me = useMe();
  const [isOpen, setIsOpen] = useState(false);
  const { component: ReportDialog, fetch: fetchReport } = useLazyComponent(loadReport);
  if (!isSignedIn(me) || me.id === host.id) return null;
  return (
    <>
      <Button variant="ghost" icon={<Icon icon={Flag} />} onClick={() => void fetchReport().then(setIsOpen)}>
        通報
      </Button>
      {ReportDialog && isOpen && (
        <ReportDialog subject={{ kind: 'archive', id, title }} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
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
