import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { Link, paths } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Share } from 'lucide-react';

import { useShare } from '../classroom/use-share';

import styles from './invitation.module.css';

interface EventEntranceProps {
  classroom: Pick<Classroom, 'id'>;
  eventId: string;
}

/** The way into an event room: the page of its event, which can be opened and shared. There is no invitation link. */
export function EventEntrance({ classroom, eventId }: EventEntranceProps) {
  const { share, isRunning } = useShare(classroom);
  return (
    <section className={styles.invitation}>
      <h2>イベントの会場です</h2>
      <p className={styles.hint}>お席をお持ちの方が、イベントのページから入場します。招待リンクはありません。</p>
      <div className={styles.actions}>
        <Link className={buttonClass({ size: 'small' })} to={paths.event.href({ id: eventId })}>
          イベントのページへ
        </Link>
        <Button
          size="small"
          variant="ghost"
          icon={<Icon icon={Share} size={16} />}
          aria-label="イベントを共有"
          isLoading={isRunning}
          onClick={share}
        >
          共有
        </Button>
      </div>
    </section>
  );
}
