import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import {
  AUDIENCE_RESTRICTED,
  ENDED,
  FULL,
  GUARDED,
  JOINED_ELSEWHERE,
  KICKED,
  NOT_OPEN,
  UNAUTHENTICATED,
} from '@manabiba/shared/contract/error-sentences';
import type { JoinObstacle } from '@manabiba/shared/contract/rooms';
import { Link, paths, RefusalPage, useConfig, useKeepsCookies, useLocation } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { GuardPanel } from '@manabiba/shared/ui/guard-panel';
import { CircleStop, Clock, Cookie, DoorOpen, Lock, type LucideIcon, MonitorSmartphone, Users } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';

import { roomNoun } from '../../core/classroom/event-room';
import type { RoomSession } from '../../core/room/session/room-session';
import type { Preparation, RoomSessionState } from '../../core/room/session/room-session-state';

interface EntryScreenProps {
  classroom: ClassroomDetail;
  roomSession: RoomSession;
  state: RoomSessionState;
  /** Returns to the classroom's page. */
  onClose: () => void;
  /** Shown before joining a room with voice and video. */
  prejoin: (preparation: Preparation) => ReactNode;
}

/**
 * The screen shown instead of the room: joining, waiting in the lobby, or refused with the reason.
 */
export function EntryScreen({ classroom, roomSession, state, onClose, prejoin }: EntryScreenProps) {
  const noun = roomNoun(classroom);
  const back = <Button onClick={onClose}>{noun}のページへ戻る</Button>;
  switch (state.phase) {
    case 'entering':
      return <Entering classroom={classroom} />;
    case 'ready':
      return <Suspense fallback={<Entering classroom={classroom} />}>{prejoin(state.preparation)}</Suspense>;
    case 'waiting':
      return <Waiting onClose={onClose} />;
    case 'elsewhere':
      return <Elsewhere isEvent={classroom.eventId !== null} back={back} onSwitch={() => roomSession.switchHere()} />;
    case 'kicked':
      return (
        <div role="alert">
          <GuardPanel sign={Lock} title={KICKED} actions={<OtherClassrooms />}>
            ホストの判断により、この{noun}から退室しました。
          </GuardPanel>
        </div>
      );
    case 'ended':
      return (
        <div role="status">
          <GuardPanel sign={CircleStop} title={classroom.eventId === null ? ENDED : EVENT_ENDED} actions={back}>
            ご参加ありがとうございました。
          </GuardPanel>
        </div>
      );
    case 'refused':
      return (
        <Refused reason={state.reason} classroom={classroom} back={back} onRetry={() => void roomSession.enter()} />
      );
    case 'failed':
      return <RefusalPage error={state.error} onRetry={() => void roomSession.enter()} />;
    case 'inside':
    case 'left':
      return null;
  }
}

const Entering = ({ classroom }: Pick<EntryScreenProps, 'classroom'>) => (
  <div role="status" aria-busy>
    <GuardPanel sign={DoorOpen} title={`${roomNoun(classroom)}に入っています…`}>
      {classroom.name}
    </GuardPanel>
  </div>
);

const Waiting = ({ onClose }: { onClose: () => void }) => (
  <div role="status">
    <GuardPanel
      sign={Clock}
      title="ホストの許可を待っています。"
      actions={<Button onClick={onClose}>やめておく</Button>}
    >
      許可されると、自動で教室に入ります。このままお待ちください。
    </GuardPanel>
  </div>
);

interface ElsewhereProps {
  /** Guests of an event hold its ticket by a link, which may be in use elsewhere. */
  isEvent: boolean;
  back: ReactNode;
  onSwitch: () => void;
}

const Elsewhere = ({ isEvent, back, onSwitch }: ElsewhereProps) => (
  <div role="alert">
    <GuardPanel
      sign={MonitorSmartphone}
      title={JOINED_ELSEWHERE}
      actions={
        <>
          {back}
          <Button variant="primary" onClick={onSwitch}>
            この画面に切り替える
          </Button>
        </>
      }
    >
      {isEvent
        ? '同じチケットまたはアカウントで、別の画面から入場がありました。切り替えると、もう一方の画面は会場から離れます。'
        : '切り替えると、もう一方の画面は教室から離れます。'}
    </GuardPanel>
  </div>
);

const reasons: Record<JoinObstacle, { sign: LucideIcon; title: string; words: string; canRetry: boolean }> = {
  unauthenticated: {
    sign: Lock,
    title: UNAUTHENTICATED,
    words: 'この教室に参加できるのは、ログインしている24歳以下の方です。',
    canRetry: false,
  },
  audience_restricted: {
    sign: Users,
    title: AUDIENCE_RESTRICTED,
    words: 'ほかの教室もご覧ください。',
    canRetry: false,
  },
  full: { sign: Users, title: FULL, words: '席が空くと参加できます。', canRetry: true },
  not_open: { sign: Clock, title: NOT_OPEN, words: 'ホストが入室すると始まります。', canRetry: true },
  guarded: { sign: Lock, title: '入室を一時的に止めています。', words: GUARDED, canRetry: true },
  locked: {
    sign: Lock,
    title: '入室が締め切られています。',
    words: 'ホストが締め切りを解くと参加できます。',
    canRetry: true,
  },
  ended: { sign: CircleStop, title: ENDED, words: 'ほかの教室もご覧ください。', canRetry: false },
};

const EVENT_ENDED = 'このイベントは終了しました。';

/** What an event's room says instead: it opens by the clock, and its audience looks for events. */
const eventReasons: Partial<typeof reasons> = {
  not_open: { ...reasons.not_open, words: '入場の時刻になると入れます。' },
  ended: { ...reasons.ended, title: EVENT_ENDED, words: 'ほかのイベントもご覧ください。' },
};

interface RefusedProps extends Pick<EntryScreenProps, 'classroom'> {
  reason: JoinObstacle;
  back: ReactNode;
  onRetry: () => void;
}

function Refused({ reason, classroom, back, onRetry }: RefusedProps) {
  const { pathname, search } = useLocation();
  const keepsCookies = useKeepsCookies(useConfig().hasSecureCookies);
  const { sign, title, words, canRetry } =
    (classroom.eventId === null ? undefined : eventReasons[reason]) ?? reasons[reason];
  if (reason === 'unauthenticated' && !keepsCookies) return <NoCookies back={back} />;
  return (
    <div role="alert">
      <GuardPanel
        sign={sign}
        title={title}
        actions={
          <>
            {back}
            {canRetry && (
              <Button variant="primary" onClick={onRetry}>
                もう一度試す
              </Button>
            )}
            {reason === 'unauthenticated' && (
              <Link
                className={buttonClass({ variant: 'primary' })}
                to={paths.signIn.href({}, { next: pathname + search })}
              >
                ログイン
              </Link>
            )}
          </>
        }
      >
        {words}
      </GuardPanel>
    </div>
  );
}

/** Shown when the api saw no session because the browser did not keep the cookie of an anonymous visitor. */
function NoCookies({ back }: { back: ReactNode }) {
  return (
    <div role="alert">
      <GuardPanel
        sign={Cookie}
        title="Cookieが保存されないため、参加できません。"
        actions={
          <>
            {back}
            <Button variant="primary" onClick={() => location.reload()}>
              もう一度試す
            </Button>
          </>
        }
      >
        このブラウザの設定で、Cookieの保存を許可してください。
      </GuardPanel>
    </div>
  );
}

const OtherClassrooms = () => (
  <Link className={buttonClass()} to={paths.classrooms.href()}>
    ほかの教室をさがす
  </Link>
);
