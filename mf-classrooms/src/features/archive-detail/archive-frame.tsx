import type { ArchiveDetail } from '@manabiba/shared/contract/archives';
import { formatYen } from '@manabiba/shared/format/yen';
import { Link, paths, track, useLocation, useMe } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { Cover } from '@manabiba/shared/ui/cover';
import { Icon } from '@manabiba/shared/ui/icon';
import { CircleAlert, Clock, Lock, type LucideIcon, Play } from 'lucide-react';
import type { ReactNode } from 'react';

import frame from '../../core/archive/player-frame.module.css';
import styles from './archive-detail.module.css';

/** The poster with a play button, in the place of the player until its code has loaded. */
export function PlayerPlace({ archive, isPressed, onPlay }: PlayerPlaceProps) {
  return (
    <Frame archive={archive} isPlayable>
      <button
        type="button"
        className={frame.firstPlay}
        aria-label="再生する"
        aria-disabled={isPressed || undefined}
        onClick={onPlay}
      >
        <Icon icon={Play} size={32} />
      </button>
    </Frame>
  );
}

interface PlayerPlaceProps {
  archive: ArchiveDetail;
  /** Play was clicked and begins as soon as the player is there. */
  isPressed: boolean;
  onPlay: () => void;
}

/** The poster with the reason why nothing plays, and the one thing that changes it. */
export function LockedFrame({ archive }: { archive: ArchiveDetail }) {
  const lock = useLock(archive);
  return (
    <Frame archive={archive}>
      <div className={styles.lock}>
        <Icon icon={lock.icon} size={24} />
        <p>{lock.reason}</p>
        {lock.action}
      </div>
    </Frame>
  );
}

interface Lock {
  icon: LucideIcon;
  reason: string;
  action?: ReactNode;
}

function useLock({ state, access, sourceId, canWatch, ticketPrice }: ArchiveDetail): Lock {
  const isAnonymous = useMe().role === 'anonymous';
  const { pathname } = useLocation();
  const look = buttonClass({ variant: 'primary' });
  if (state === 'processing')
    return { icon: Clock, reason: 'アーカイブを準備しています。公開までしばらくお待ちください。' };
  if (state === 'failed') return { icon: CircleAlert, reason: 'アーカイブを作れませんでした。録画は保管しています。' };
  if (canWatch) return { icon: CircleAlert, reason: '映像がまだありません。' };
  const signIn = (
    <Link className={look} to={paths.signIn.href({}, { next: pathname })}>
      ログイン
    </Link>
  );
  if (access === 'subscriber')
    return {
      icon: Lock,
      reason: 'プランの方がご覧いただけます。',
      action: (
        <Link className={look} to={paths.plans.href()} onClick={() => track('click_plan_cta')}>
          プランに登録
        </Link>
      ),
    };
  if (access === 'ticket' && ticketPrice !== null)
    return {
      icon: Lock,
      reason: `視聴チケット ${formatYen(ticketPrice)}(税込)でご覧いただけます。`,
      action: (
        <Link className={look} to={paths.checkout.href({ id: sourceId })} onClick={() => track('click_event_cta')}>
          視聴チケットを購入
        </Link>
      ),
    };
  if (access === 'ticket')
    return {
      icon: Lock,
      reason: 'チケットをお持ちの方がご覧いただけます。',
      action: isAnonymous ? (
        signIn
      ) : (
        <Link className={look} to={paths.event.href({ id: sourceId })} onClick={() => track('click_event_cta')}>
          イベントを見る
        </Link>
      ),
    };
  return { icon: Lock, reason: 'ログインするとご覧いただけます。', action: signIn };
}

interface FrameProps {
  archive: ArchiveDetail;
  /** Keeps the place of the controls, which come with the player. */
  isPlayable?: boolean;
  children: ReactNode;
}

function Frame({ archive, isPlayable = false, children }: FrameProps) {
  return (
    <div className={frame.player} data-theme="dark" role="region" aria-label="アーカイブの再生">
      <div className={frame.picture}>
        <Cover src={archive.thumbnailUrl} seed={archive.id} className={frame.poster} />
        {children}
      </div>
      {isPlayable && <div className={frame.barPlace} />}
    </div>
  );
}
