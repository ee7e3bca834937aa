import { isSignedIn, Link, paths, Phrases, useMe, useNow } from '@manabiba/shared/platform';
import { Badge, LivePill } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { classNames } from '@manabiba/shared/ui/class-names';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { Icon } from '@manabiba/shared/ui/icon';
import { iconButtonClass } from '@manabiba/shared/ui/icon-button';
import { LogoMark } from '@manabiba/shared/ui/logo';
import { addMilliseconds } from 'date-fns';
import { Share } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef } from 'react';

import { isBeforeEvent } from '../../core/classroom/event-room';
import { FollowHost } from '../../core/classroom/follow-host';
import { clockLeft, isFewLeft } from '../../core/classroom/time-left';
import { useShare } from '../../core/classroom/use-share';
import type { MediaSession } from '../../core/media/session/media-session';
import type { RoomPartProps } from '../../core/room/room-context';
import { isModerator } from '../../core/room/room-rights';
import { DataGauge } from './media/data-gauge';
import { useShareInvitation } from './use-share-invitation';

import styles from './room-stage.module.css';

const RoomKeys = lazy(() =>
  import(/* webpackChunkName: "room-late" */ './keyboard/room-keys').then((module) => ({ default: module.RoomKeys })),
);

interface RoomHeaderProps extends RoomPartProps {
  /** The moment the class ends, by the server clock. */
  endAt: string;
  clockAheadMs: number;
  /** Voice and video; null until they have loaded. */
  media: MediaSession | null;
}

/** Shows the title, the host, the remaining time and a share button. */
export function RoomHeader({ classroom, role, hasMedia, endAt, clockAheadMs, media }: RoomHeaderProps) {
  const title = useRef<HTMLHeadingElement>(null);
  // The button that led here is gone, so keyboard focus starts at the room title.
  useEffect(() => title.current?.focus(), []);
  const me = useMe();
  const isMine = me.id === classroom.host.id;
  return (
    <header className={styles.header}>
      <Link className={iconButtonClass()} to={paths.top.href()} aria-label="まなびば トップページ">
        <span className={styles.mark}>
          <LogoMark size={28} />
        </span>
      </Link>
      <div className={styles.title}>
        <h1 ref={title} tabIndex={-1}>
          <Phrases text={classroom.name} />
        </h1>
        <p>
          <span>{isMine ? 'あなたがホストです' : classroom.host.nickname}</span>
          <span className={styles.span}>
            <DateTime value={classroom.startedAt ?? classroom.startAt} style="time" />
            から
            <DateTime value={endAt} style="time" />
          </span>
        </p>
      </div>
      {/* Only for signed-in users, because signing in would leave the room. */}
      {isSignedIn(me) && <FollowHost host={classroom.host} size="small" className={styles.follow} />}
      {hasMedia && <DataGauge media={media} endAt={endAt} clockAheadMs={clockAheadMs} />}
      <RoomState classroom={classroom} clockAheadMs={clockAheadMs} />
      <TimeLeft endAt={endAt} clockAheadMs={clockAheadMs} />
      <Suspense fallback={null}>
        <RoomKeys />
      </Suspense>
      <ShareButton classroom={classroom} role={role} />
    </header>
  );
}

/** 開催前 while the audience of an event waits for its start. */
function RoomState({ classroom, clockAheadMs }: Pick<RoomHeaderProps, 'classroom' | 'clockAheadMs'>) {
  const now = addMilliseconds(useNow(1000), clockAheadMs);
  return isBeforeEvent({ ...classroom, state: 'live' }, now) ? <Badge tone="action">開催前</Badge> : <LivePill />;
}

function TimeLeft({ endAt, clockAheadMs }: Pick<RoomHeaderProps, 'endAt' | 'clockAheadMs'>) {
  const now = addMilliseconds(useNow(1000), clockAheadMs);
  return (
    <p className={classNames(styles.left, isFewLeft(endAt, now) && styles.few)} role="timer" aria-label="残り時間">
      <span>残り</span> <strong>{clockLeft(endAt, now)}</strong>
    </p>
  );
}

/**
 * A private room is shared by its invitation link, which only the host and co-hosts can share; an event room by the page
 * of its event.
 */
function ShareButton({ classroom, role }: Pick<RoomHeaderProps, 'classroom' | 'role'>) {
  const share = useShare(classroom);
  const invite = useShareInvitation(classroom);
  const isInvited = classroom.privateMode && classroom.eventId === null;
  if (isInvited && !isModerator(role)) return null;
  const { isRunning, run, label } = isInvited
    ? { isRunning: invite.isRunning, run: invite.share, label: '招待' }
    : { isRunning: share.isRunning, run: share.share, label: '共有' };
  return (
    <span className={styles.share}>
      <Button size="small" icon={<Icon icon={Share} size={16} />} isLoading={isRunning} onClick={run}>
        {label}
      </Button>
    </span>
  );
}
