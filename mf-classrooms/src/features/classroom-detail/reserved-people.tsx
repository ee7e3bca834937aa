import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { formatCount } from '@manabiba/shared/format/count';
import { AvatarStack } from '@manabiba/shared/ui/avatar-stack';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import styles from './classroom-detail.module.css';

const MAX_FACES = 7;

/** 予約した人: the first few faces, and how many more. Nothing while nobody has. */
export function ReservedPeople({ classroom: { reservedCount, reservedUsers } }: { classroom: ClassroomDetail }) {
  if (reservedCount === 0) return null;
  const shown = reservedUsers.slice(0, MAX_FACES);
  const others = reservedCount - shown.length;
  return (
    <section className={styles.section}>
      <h2>予約した人<small>{formatCount(reservedCount)}人</small></h2>
      <div className={styles.people}>
        {shown.length > 0 && <AvatarStack people={shown} size={40} max={MAX_FACES} />}
        <VisuallyHidden>{shown.map(({ nickname }) => `${nickname}さん`).join('、')}</VisuallyHidden>
        {others > 0 && <span className={styles.peopleMore}>{shown.length > 0 && 'ほか'}{formatCount(others)}人</span>}
      </div>
    </section>
  );
}
