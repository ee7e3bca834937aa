import type { ClassroomDetail, RoomRole } from '@manabiba/shared/contract/classrooms';
import { formatCount } from '@manabiba/shared/format/count';
import { isSignedIn, Phrases, useMe, useServerNow, usePageLayout } from '@manabiba/shared/platform';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { LivePill } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { Checkbox } from '@manabiba/shared/ui/checkbox';
import { Icon } from '@manabiba/shared/ui/icon';
import { LogoMark } from '@manabiba/shared/ui/logo';
import { RadioCards } from '@manabiba/shared/ui/radio-cards';
import { Headphones, Video, Volume2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { minutesLeft } from '../../core/classroom/time-left';
import { silenceOf } from '../../core/classroom/viewer';
import { estimateMb } from '../../core/media/data-estimate';
import { type DeviceChoice, readDeviceChoice, saveDeviceChoice, type WayToJoin } from '../../core/media/device-choice';
import { roleName } from '../../core/room/role-names';
import type { JoinChoice } from '../../core/room/session/room-media';
import { Devices, VoiceBar } from './devices';
import { Panel, Preview } from './preview';
import { type PreviewState, usePreview } from './use-preview';

import styles from './prejoin.module.css';

interface PrejoinProps {
  classroom: ClassroomDetail;
  /** The role that the user will get on joining. */
  role: RoomRole;
  /** Whether the room is recorded, which speakers must consent to. */
  isRecorded: boolean;
  onJoin: (choice: JoinChoice) => void;
  onClose: () => void;
}

/** As high as the screen, like the room that follows; the page scrolls in it. */
const LAYOUT = { header: false, notices: false, footer: false, fixed: true } as const;

/** The screen before a room with voice and video: previews camera and microphone, and asks how to take part. */
export function Prejoin({ classroom, role, isRecorded, onJoin, onClose }: PrejoinProps) {
  usePageLayout(LAYOUT);
  const me = useMe();
  const mayOnlyListen = role === 'listener' || silenceOf(me) !== null;
  const [choice, setChoice] = useState(readDeviceChoice);
  const [hasConsented, setHasConsented] = useState(false);
  const [isAskingConsent, setIsAskingConsent] = useState(false);
  const change = (changes: Partial<DeviceChoice>) => {
    saveDeviceChoice(changes);
    setChoice((known) => ({ ...known, ...changes }));
  };
  const way: WayToJoin = mayOnlyListen ? 'listen' : choice.way;
  const usesCamera = way === 'video' && choice.isCameraOn;
  const { state, start } = usePreview({ ...choice, isWanted: way !== 'listen', isCameraOn: usesCamera });
  // Whoever opens a class begins to speak; everybody else enters quietly.
  const isMicOn = role === 'host' && way !== 'listen' && state.phase === 'open';
  const join = () => {
    if (isRecorded && way !== 'listen' && !hasConsented) setIsAskingConsent(true);
    else onJoin({ hasConsented, isMicOn, isCameraOn: usesCamera && state.phase === 'open' });
  };
  return (
    <div className={styles.page}>
      <Head onClose={onClose} />
      <div className={styles.columns}>
        <Look
          {...{ way, choice, state, usesCamera, mayOnlyListen }}
          nickname={isSignedIn(me) ? me.nickname : ''}
          onChange={change}
          onStart={start}
        />
        <section className={styles.go} aria-label="教室">
          <About classroom={classroom} />
          {!mayOnlyListen && <Ways minutes={classroom.minutes} way={way} onChange={(next) => change({ way: next })} />}
          {classroom.recording && role !== 'host' && (mayOnlyListen || !isRecorded) && <NotRecorded />}
          {isRecorded && !mayOnlyListen && (
            <Recording
              hasConsented={hasConsented}
              isAsking={isAskingConsent && !hasConsented && way !== 'listen'}
              onChange={setHasConsented}
            />
          )}
          <div className={styles.bar}>
            <Button variant="primary" size="large" isBlock onClick={join}>
              参加する
            </Button>
          </div>
          <p className={styles.role}>
            {mayOnlyListen && (
              <span>
                {classroom.minutes}分でおよそ {estimateMb('listen', classroom.minutes)}MB{' '}
              </span>
            )}
            <span>{`${roleName[role]}として入ります。`}</span>
            {way !== 'listen' && <span>{`マイクは${isMicOn ? 'オン' : 'ミュート'}で始まります。`}</span>}
          </p>
        </section>
      </div>
    </div>
  );
}

interface LookProps {
  way: WayToJoin;
  choice: DeviceChoice;
  state: PreviewState;
  nickname: string;
  usesCamera: boolean;
  mayOnlyListen: boolean;
  onChange: (change: Partial<DeviceChoice>) => void;
  onStart: () => void;
}

/** The camera preview, the microphone level and the device selection. */
const Look = ({ way, choice, state, nickname, usesCamera, mayOnlyListen, onChange, onStart }: LookProps) => (
  <section className={styles.look} aria-label="カメラとマイクの確認">
    {way === 'listen' ? (
      <Panel icon={Headphones} title="聞くだけで参加します。">
        {mayOnlyListen
          ? 'この教室では、マイクとカメラは使いません。拍手などのリアクションはできます。'
          : 'マイクとカメラは開きません。教室の中で、あとからオンにできます。'}
      </Panel>
    ) : (
      <Preview
        state={state}
        nickname={nickname}
        isCameraOn={usesCamera}
        onSwitchCamera={() => onChange(usesCamera ? { isCameraOn: false } : { isCameraOn: true, way: 'video' })}
        onStart={onStart}
        onListen={() => onChange({ way: 'listen' })}
        onWithoutCamera={() => onChange({ way: 'audio' })}
      />
    )}
    {way !== 'listen' && state.phase === 'open' && <VoiceBar stream={state.stream} />}
    <Devices choice={choice} onChange={onChange} version={state.phase} listensOnly={way === 'listen'} />
  </section>
);

function Head({ onClose }: { onClose: () => void }) {
  const title = useRef<HTMLParagraphElement>(null);
  // The button that opened this screen no longer exists.
  useEffect(() => title.current?.focus(), []);
  return (
    <header className={styles.head}>
      <span className={styles.mark}>
        <LogoMark size={28} />
      </span>
      <p ref={title} tabIndex={-1}>
        入室の準備
      </p>
      <Button variant="ghost" icon={<Icon icon={X} />} onClick={onClose}>
        やめる
      </Button>
    </header>
  );
}

function About({ classroom }: { classroom: ClassroomDetail }) {
  const now = useServerNow(60_000);
  return (
    <>
      {classroom.state === 'live' && (
        <p className={styles.live}>
          <LivePill />
          <span>残り {minutesLeft(classroom.endAt, now)}分</span>
        </p>
      )}
      <h1>
        <Phrases text={classroom.name} />
      </h1>
      <p className={styles.host}>
        <Avatar person={classroom.host} size={32} />
        <span>{classroom.host.nickname}</span>
        <span className={styles.count}>{formatCount(classroom.participantCount)}人が参加中</span>
      </p>
    </>
  );
}

const ways: readonly { value: WayToJoin; label: string; icon: typeof Video }[] = [
  { value: 'video', label: '映像と音声で参加する', icon: Video },
  { value: 'audio', label: '音声のみにする', icon: Headphones },
  { value: 'listen', label: '聞くだけで参加する', icon: Volume2 },
];

function Ways({ minutes, way, onChange }: { minutes: number; way: WayToJoin; onChange: (way: WayToJoin) => void }) {
  const costs = (value: WayToJoin) => `${minutes}分でおよそ ${estimateMb(value, minutes)}MB`;
  return (
    <RadioCards
      className={styles.ways}
      legend="参加のしかた"
      value={way}
      onChange={({ currentTarget }) => onChange(currentTarget.value as WayToJoin)}
      options={ways.map(({ value, label, icon }) => ({
        value,
        label,
        note: value === 'listen' ? `マイクとカメラは使いません。${costs(value)}` : costs(value),
        icon: <Icon icon={icon} />,
      }))}
    />
  );
}

const NotRecorded = () => (
  <div className={styles.recording}>
    <p>
      <strong>この教室は録画されます。</strong>
    </p>
    <p className={styles.hint}>聞くだけの方と、18歳未満の方の声や映像は録画に残りません。</p>
  </div>
);

interface RecordingProps {
  hasConsented: boolean;
  /** The user has clicked 参加する without consenting. */
  isAsking: boolean;
  onChange: (hasConsented: boolean) => void;
}

const Recording = ({ hasConsented, isAsking, onChange }: RecordingProps) => (
  <div className={styles.recording}>
    <p>
      <strong>この教室は録画されます。</strong>
    </p>
    <p className={styles.hint}>
      発言やカメラの映像が録画に残り、終了後にアーカイブとして公開されることがあります。同意しないときは、聞くだけで参加できます。
    </p>
    <Checkbox
      label="録画に同意します"
      checked={hasConsented}
      {...(isAsking && { error: '同意すると、発言して参加できます。' })}
      onChange={({ currentTarget: { checked } }) => onChange(checked)}
    />
  </div>
);
