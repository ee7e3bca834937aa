import { Link, paths } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { Icon } from '@manabiba/shared/ui/icon';
import { CircleCheck, TriangleAlert } from 'lucide-react';

import type { Series } from './use-create-classrooms';

import styles from './classroom-form.module.css';

interface SeriesDialogProps {
  series: Series;
  isRunning: boolean;
  onRetry: () => void;
  onClose: () => void;
}

/** Which classrooms of a weekly series were created, which were not, and why. */
export function SeriesDialog({ series: { created, rest, error }, isRunning, onRetry, onClose }: SeriesDialogProps) {
  return (
    <Dialog
      isOpen
      title="つくれなかった日があります"
      onClose={onClose}
      isBusy={isRunning}
      footer={
        <>
          <Button disabled={isRunning} onClick={onClose}>
            閉じる
          </Button>
          <Button variant="primary" isLoading={isRunning} onClick={onRetry}>
            残りをつくる
          </Button>
        </>
      }
    >
      <p role="alert">{error.message}</p>
      <h3 className={styles.seriesHead}>つくった教室</h3>
      <ul className={styles.series}>
        {created.map(({ id, startAt }) => (
          <li key={id}>
            <Icon icon={CircleCheck} />
            <Link to={paths.classroom.href({ id })} onClick={onClose}>
              <DateTime value={startAt} />
            </Link>
          </li>
        ))}
      </ul>
      <h3 className={styles.seriesHead}>まだつくっていない教室</h3>
      <ul className={styles.series}>
        {rest.map(({ startAt }) => (
          <li key={startAt}>
            <Icon icon={TriangleAlert} />
            <DateTime value={startAt} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
