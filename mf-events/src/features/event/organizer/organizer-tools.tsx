import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { Link, paths } from '@manabiba/shared/platform';
import { buttonClass, type ButtonVariant } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { ChartNoAxesColumn, Eye, LayoutDashboard, LogIn, type LucideIcon, Pencil, Users } from 'lucide-react';

import { isEventOver } from '../../../core/event-standing';

import styles from '../price-panel.module.css';

interface Way {
  label: string;
  icon: LucideIcon;
  to: string;
}

function waysOf(event: ClassroomEvent, now: Date): Way[] {
  const { id, state, classroomId } = event;
  const edit = { label: '編集する', icon: Pencil, to: paths.editEvent.href({ id }, { tab: 'edit' }) };
  if (state === 'draft')
    return [edit, { label: 'プレビュー', icon: Eye, to: paths.event.href({ id }, { preview: 1 }) }];
  const canEnter = state === 'open' || state === 'live';
  const room = classroomId !== null && paths.classroom.href({ id: classroomId });
  return [
    ...(canEnter && room ? [{ label: '会場に入る', icon: LogIn, to: room }] : []),
    { label: 'イベントを管理する', icon: LayoutDashboard, to: paths.editEvent.href({ id }) },
    { label: '参加者を見る', icon: Users, to: paths.editEvent.href({ id }, { tab: 'participants' }) },
    ...(isEventOver(event, now) ? [] : [edit]),
    // On the page of its room, before it opens.
    ...(state === 'published' && room ? [{ label: 'アンケートを準備する', icon: ChartNoAxesColumn, to: room }] : []),
  ];
}

/** The organizer's tools, shown in place of the buyers' button. */
export function OrganizerTools({ event, now }: { event: ClassroomEvent; now: Date }) {
  const variantOf = (index: number): ButtonVariant => (index === 0 ? 'primary' : 'secondary');
  return (
    <div className={styles.organizer}>
      <p className={styles.reason}>
        {event.state === 'draft'
          ? '下書きです。公開するまで、ほかの方には表示されません。'
          : 'ご自身が主催するイベントです。'}
      </p>
      {waysOf(event, now).map(({ label, icon, to }, index) => (
        <Link key={label} className={buttonClass({ variant: variantOf(index), isBlock: true })} to={to}>
          <Icon icon={icon} />
          {label}
        </Link>
      ))}
    </div>
  );
}
