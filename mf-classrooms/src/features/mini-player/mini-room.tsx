import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { isSignedIn, Link, useMe, useNow } from '@manabiba/shared/platform';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { classNames } from '@manabiba/shared/ui/class-names';
import { Icon } from '@manabiba/shared/ui/icon';
import { Spinner } from '@manabiba/shared/ui/spinner';
import { addMilliseconds } from 'date-fns';
import { Clock, LogOut, Mic, MicOff, PictureInPicture2, Volume2 } from 'lucide-react';
import type { ReactNode } from 'react';

import { classroomHref } from '../../core/classroom/classroom-path';
import { clockLeft } from '../../core/classroom/time-left';
import { silenceOf } from '../../core/classroom/viewer';
import type { MediaSession } from '../../core/media/session/media-session';
import type { MediaState } from '../../core/media/session/media-state';
import { TrackVideo } from '../../core/media/track-video';
import { useMediaState } from '../../core/media/use-media-state';
import { useOwnMedia } from '../../core/media/use-own-media';
import { VoiceBars } from '../../core/media/voice-bars';
import type { DockedRoom } from '../../core/room/session/docked-room';
import { currentSpeaker } from './current-speaker';
import { PicturePortal } from './picture-portal';
import { usePictureWindow } from './use-picture-window';

import tileStyles from '../../core/media/tile.module.css';
import styles from './mini-player.module.css';

interface MiniRoomProps {
  room: DockedRoom;
  media: MediaSession;
  people: readonly RoomUserDoc[];
  role: RoomRole;
  isRecording: boolean;
  /** The moment the class ends, by the server clock. */
  endAt: string;
  minutesLeft: number | null;
  clockAheadMs: number;
}

/** The running room in the mini player, on the page or in a window of its own above all others. */
export function MiniRoom(props: MiniRoomProps) {
  const { picture, open } = usePictureWindow();
  if (!picture) return <Player {...props} onPicture={open} />;
  return (
    <PicturePortal picture={picture}>
      <Player {...props} onPicture={undefined} />
    </PicturePortal>
  );
}

interface PlayerProps extends MiniRoomProps {
  /** Opens the window of its own; undefined where there is none to open. */
  onPicture: (() => void) | undefined;
}

function Player({ onPicture, ...props }: PlayerProps) {
  const { room, media, people, role, isRecording } = props;
  const me = useMe();
  const state = useMediaState(media);
  const speaker = currentSpeaker(people, state.people, me.id);
  const awaitsConsent = people.find(({ id }) => id === me.id)?.awaitsConsent === true;
  const maySpeak = role !== 'listener' && isSignedIn(me) && silenceOf(me) === null && !awaitsConsent;
  return (
    <div className={classNames(styles.mini, state.isMicOn && styles.openMic)} data-theme="dark">
      <SpeakerVideo speaker={speaker} state={state} isRecording={isRecording} />
      <div className={styles.text}>
        <p className={styles.title}>{room.classroom.name}</p>
        <p className={styles.who} role="status">
          <Status {...props} state={state} speaker={speaker} />
        </p>
      </div>
      <div className={styles.controls}>
        {maySpeak && state.connection === 'connected' && <MicControl room={room} media={media} isOn={state.isMicOn} />}
        {onPicture && (
          <button type="button" className={styles.round} aria-label="小窓で表示する" onClick={onPicture}>
            <Icon icon={PictureInPicture2} />
          </button>
        )}
        <button type="button" className={styles.round} aria-label="退出する" onClick={() => room.roomSession.leave()}>
          <Icon icon={LogOut} />
        </button>
        {state.isSoundStopped ? (
          <Button variant="primary" size="small" onClick={() => void media.resumeSound().catch(() => undefined)}>
            {state.isSoundBlocked ? '音声を再生' : '音声を再開する'}
          </Button>
        ) : (
          <Link
            className={buttonClass({ variant: 'primary', size: 'small' })}
            to={classroomHref(room.classroom, room.classroomKey)}
            aria-label="教室に戻る"
          >
            <span className={styles.long}>教室に</span>戻る
          </Link>
        )}
      </div>
    </div>
  );
}

interface SpeakerVideoProps {
  speaker: RoomUserDoc | undefined;
  state: MediaState;
  isRecording: boolean;
}

function SpeakerVideo({ speaker, state, isRecording }: SpeakerVideoProps) {
  const camera = speaker && state.people.get(speaker.id)?.camera;
  return (
    <div className={styles.picture}>
      {renderContent()}
      {isRecording && (
        <span
          className={classNames(tileStyles.tag, tileStyles.recorded, styles.recording)}
          role="img"
          aria-label="録画中"
        >
          <span>録画中</span>
        </span>
      )}
    </div>
  );

  function renderContent(): ReactNode {
    if (state.isSoundStopped) return <Icon icon={Volume2} size={24} />;
    if (state.connection !== 'connected') return <Spinner />;
    if (camera) return <TrackVideo track={camera} className={tileStyles.video} />;
    return speaker && <Avatar person={speaker} size={48} />;
  }
}

function troubleOf({ connection, isBlocked, isSoundStopped }: MediaState): string | null {
  if (connection === 'closed') return '音声と映像が切れました。';
  if (isBlocked) return '音声と映像の通信ができません。';
  if (connection !== 'connected') return '再接続しています…';
  return isSoundStopped ? '音声が止まっています。' : null;
}

function Status({
  state,
  speaker,
  minutesLeft,
  endAt,
  clockAheadMs,
}: MiniRoomProps & { state: MediaState; speaker: RoomUserDoc | undefined }) {
  const trouble = troubleOf(state);
  if (trouble !== null) return <span>{trouble}</span>;
  if (minutesLeft !== null)
    return (
      <span className={styles.warn}>
        <Icon icon={Clock} size={16} />
        {minutesLeft === 0 ? 'まもなく終了します。' : `残り${minutesLeft}分です。`}
      </span>
    );
  if (state.isMicOn)
    return (
      <>
        <Icon icon={Mic} size={16} />
        <span className={styles.clipped}>
          <span className={styles.whose}>あなたの</span>マイクが入っています
        </span>
      </>
    );
  return (
    <>
      {speaker && state.people.get(speaker.id)?.isTalking && <VoiceBars label="話しています" />}
      <span className={styles.clipped}>{speaker?.nickname}</span>
      <TimeLeft endAt={endAt} clockAheadMs={clockAheadMs} />
    </>
  );
}

/** Hidden from screen readers, which would announce every second. */
function TimeLeft({ endAt, clockAheadMs }: Pick<MiniRoomProps, 'endAt' | 'clockAheadMs'>) {
  const now = addMilliseconds(useNow(1000), clockAheadMs);
  return (
    <span className={styles.left} aria-hidden>
      残り {clockLeft(endAt, now)}
    </span>
  );
}

function MicControl({ room, media, isOn }: { room: DockedRoom; media: MediaSession; isOn: boolean }) {
  const { setMic, busy } = useOwnMedia(room.classroom.id, media, room.roomSession);
  return (
    <button
      type="button"
      className={classNames(styles.round, isOn && styles.hot)}
      aria-label={isOn ? 'マイクをオフ' : 'マイクをオン'}
      aria-busy={busy === 'mic' || undefined}
      onClick={() => busy === null && void setMic(!isOn)}
    >
      <Icon icon={isOn ? Mic : MicOff} />
    </button>
  );
}
