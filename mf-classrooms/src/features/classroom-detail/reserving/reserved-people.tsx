import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { formatCount } from '@manabiba/shared/format/count';
import { useLazyComponent } from '@manabiba/shared/loading/use-lazy-component';
import { AvatarStack } from '@manabiba/shared/ui/avatar-stack';
import { classNames } from '@manabiba/shared/ui/class-names';
import { MoreLabel, moreLinkClass } from '@manabiba/shared/ui/text-link';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { useState } from 'react';

import styles from '../classroom-detail.module.css';

const MAX_FACES = 7;
const loadAll = () => import('./reservers-dialog').then(({ ReserversDialog }) => ReserversDialog);

/** 予約した人: the first few avatars and the number of others. Renders nothing without reservations. */
export function ReservedPeople({
  classroom,
  classroomKey,
}: {
  classroom: ClassroomDetail;
  classroomKey: string | undefined;
}) {
  const { reservedCount, reservedUsers } = classroom;
  const { component: AllReservers, fetch } = useLazyComponent(loadAll);
  const [isOpen, setIsOpen] = useState(false);
  if (reservedCount === 0) return null;
  const shown = reservedUsers.slice(0, MAX_FACES);
  const others = reservedCount - shown.length;
  return (
    <section className={styles.section}>
      <h2>
        予約した人<small>{formatCount(reservedCount)}人</small>
      </h2>
      <div className={styles.people}>
        {shown.length > 0 && <AvatarStack people={shown} size={40} max={MAX_FACES} />}
        <VisuallyHidden>{shown.map(({ nickname }) => `${nickname}さん`).join('、')}</VisuallyHidden>
        {others > 0 && shown.length === 0 && <span className={styles.peopleMore}>{formatCount(others)}人</span>}
        {others > 0 && shown.length > 0 && (
          <button
            type="button"
            className={classNames(moreLinkClass, styles.peopleMore)}
            onClick={() => void fetch().then(setIsOpen)}
          >
            <VisuallyHidden>予約した人をすべて見る、</VisuallyHidden>
            <MoreLabel>ほか{formatCount(others)}人</MoreLabel>
          </button>
        )}
      </div>
      {isOpen && AllReservers && (
        <AllReservers classroom={classroom} classroomKey={classroomKey} onClose={() => setIsOpen(false)} />
      )}
    </section>
  );
}
