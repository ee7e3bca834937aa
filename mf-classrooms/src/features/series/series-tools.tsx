import type { SeriesDetail } from '@manabiba/shared/contract/series';
import { useLazyComponent } from '@manabiba/shared/loading/use-lazy-component';
import { useSharePage } from '@manabiba/shared/people/share-page';
import { isSignedIn, paths, useMe } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Calendar, Flag, Share } from 'lucide-react';
import { useState } from 'react';

import styles from './series.module.css';

/** 共有, カレンダー for all dates, and 通報 for viewers other than the host. */
export function SeriesTools({ series: { id, title, isHost, isHidden, dates } }: { series: SeriesDetail }) {
  const me = useMe();
  const share = useSharePage();
  return (
    <div className={styles.tools}>
      {!isHidden && (
        <Button variant="ghost" icon={<Icon icon={Share} />} onClick={() => share(paths.series.href({ id }), title)}>
          共有
        </Button>
      )}
      {dates.length > 0 && (
        <a className={buttonClass({ variant: 'ghost' })} href={`/v1/series/${id}/calendar.ics`} download>
          <Icon icon={Calendar} />
          カレンダー
        </a>
      )}
      {isSignedIn(me) && !isHost && <ReportButton id={id} title={title} />}
    </div>
  );
}

const loadReport = () => import('@manabiba/shared/people/report-dialog').then(({ ReportDialog }) => ReportDialog);

function ReportButton({ id, title }: Pick<SeriesDetail, 'id' | 'title'>) {
  const [isOpen, setIsOpen] = useState(false);
  const { component: ReportDialog, fetch } = useLazyComponent(loadReport);
  return (
    <>
      <Button variant="ghost" icon={<Icon icon={Flag} />} onClick={() => void fetch().then(setIsOpen)}>
        通報
      </Button>
      {ReportDialog && isOpen && (
        <ReportDialog subject={{ kind: 'series', id, title }} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
