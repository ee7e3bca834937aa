import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { toast } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { MenuItem, MenuSeparator } from '@manabiba/shared/ui/menu';
import { Captions as CaptionsIcon, Headphones, Mic, MicOff, MonitorUp, MonitorX, Video, VideoOff } from 'lucide-react';

import { saveDeviceChoice } from '../../../core/media/device-choice';
import type { MediaSession } from '../../../core/media/session/media-session';
import type { MediaState } from '../../../core/media/session/media-state';
import type { DeviceLists } from '../../../core/media/use-media-devices';
import { useMediaState } from '../../../core/media/use-media-state';
import { useOwnMedia } from '../../../core/media/use-own-media';
import type { RoomContext } from '../../../core/room/room-context';
import { useOnlineGuard } from '../../../core/room/use-online-guard';
import type { Captions } from '../captions/use-captions';
import { StageControl } from '../stage-control';
import { More, Split } from './control-menus';
import { DeviceItems } from './device-menu';
import { MutedHint } from './muted-hint';
import { useDevices } from './use-devices';
import { usePushToTalk } from './use-push-to-talk';

import styles from './media-controls.module.css';

interface MediaControlsProps {
  classroomId: string;
  mine: RoomUserDoc | undefined;
  stay: RoomContext;
  /** Whether the viewer's role may publish. */
  maySpeak: boolean;
  captions: Captions;
}

/** The viewer's controls for microphone, camera, screen and devices. */
export function MediaControls({ stay, ...props }: MediaControlsProps) {
  // Until the code for voice and video has loaded, the controls keep their places; the stage shows that it is loading.
  if (!stay.media) return <WaitingControls maySpeak={props.maySpeak} />;
  return <LoadedControls {...props} stay={stay} media={stay.media} />;
}

const WaitingControls = ({ maySpeak }: { maySpeak: boolean }) =>
  maySpeak ? (
    <>
      <Split label="マイクとスピーカーを選ぶ">
        <StageControl icon={<Icon icon={MicOff} />} isDisabled>
          マイクをオン
        </StageControl>
      </Split>
      <Split label="カメラを選ぶ">
        <StageControl icon={<Icon icon={VideoOff} />} isDisabled>
          カメラをオン
        </StageControl>
      </Split>
      {canShareScreen() && (
        <StageControl icon={<Icon icon={MonitorUp} />} className={styles.wideOnly} isDisabled>
          画面を共有
        </StageControl>
      )}
      <More />
    </>
  ) : (
    <Split label="スピーカーを選ぶ">
      <StageControl icon={<Icon icon={Headphones} />} isDisabled>
        音声のみにする
      </StageControl>
    </Split>
  );

const canShareScreen = () =>
  typeof (navigator.mediaDevices as Partial<MediaDevices> | undefined)?.getDisplayMedia === 'function';

function LoadedControls({
  classroomId,
  stay,
  maySpeak,
  media,
  captions,
}: MediaControlsProps & { media: MediaSession }) {
  const state = useMediaState(media);
  const devices = useDevices(media, `${state.isMicOn} ${state.camera !== null}`);
  return maySpeak ? (
    <SpeakerControls
      classroomId={classroomId}
      stay={stay}
      media={media}
      state={state}
      devices={devices}
      captions={captions}
    />
  ) : (
    <>
      <Split label="スピーカーを選ぶ" items={<DeviceItems media={media} devices={devices} of={['speaker']} />}>
        <AudioOnlyControl media={media} isAudioOnly={state.isAudioOnly} />
      </Split>
      <CaptionsControl captions={captions} />
    </>
  );
}

interface SpeakerControlsProps {
  classroomId: string;
  stay: RoomContext;
  media: MediaSession;
  state: MediaState;
  devices: DeviceLists;
  captions: Captions;
}

function SpeakerControls({ media, ...props }: SpeakerControlsProps) {
  const { state, devices } = props;
  const switches = useSwitches({ media, ...props });
  usePushToTalk({ isMicOn: state.isMicOn, setMic: switches.switchMic });
  const canShare = canShareScreen();
  const screenWords = state.screen ? '共有をやめる' : '画面を共有';
  return (
    <>
      <MicAndCamera media={media} state={state} devices={devices} {...switches} />
      {canShare && (
        <StageControl
          icon={<Icon icon={state.screen ? MonitorX : MonitorUp} />}
          className={styles.wideOnly}
          isPressed={state.screen !== null}
          isBusy={switches.busy === 'screen'}
          onClick={switches.switchScreen}
        >
          {screenWords}
        </StageControl>
      )}
      <CaptionsControl captions={props.captions} className={styles.wideOnly} />
      {!state.isMicOn && <MutedHint media={media} onUnmute={() => switches.switchMic(true)} />}
      <More>
        <MenuItem icon={<Icon icon={CaptionsIcon} />} onSelect={() => props.captions.setOn(!props.captions.isOn)}>
          {captionWords(props.captions)}
        </MenuItem>
        {canShare && (
          <MenuItem icon={<Icon icon={MonitorUp} />} onSelect={switches.switchScreen}>
            {screenWords}
          </MenuItem>
        )}
        <MenuItem icon={<Icon icon={Headphones} />} onSelect={() => listenOnly(media, !state.isAudioOnly)}>
          {state.isAudioOnly ? '映像を受け取る' : '音声のみにする'}
        </MenuItem>
        <MenuSeparator />
        <DeviceItems media={media} devices={devices} of={['mic', 'speaker', 'camera']} />
      </More>
    </>
  );
}

/** Returns the viewer's actions. Turning something on requires a connection; turning it off always works. */
function useSwitches({ classroomId, stay, media, state }: Omit<SpeakerControlsProps, 'captions' | 'devices'>) {
  const { busy, setMic, setCamera, setScreen } = useOwnMedia(classroomId, media, stay);
  const guard = useOnlineGuard();
  const isTaken = !state.screen && [...state.people.values()].some(({ screen }) => screen !== null);
  return {
    busy,
    switchMic: (isOn: boolean) => (isOn ? guard(() => void setMic(true)) : void setMic(false)),
    switchCamera: () => {
      if (!state.camera && state.isAudioOnly) media.setAudioOnly(false);
      if (state.camera) void setCamera(false);
      else guard(() => void setCamera(true));
    },
    switchScreen: () => {
      if (isTaken) toast.message('ほかの方が画面を共有しています。終わってからもう一度お試しください。');
      else if (state.screen) void setScreen(false);
      else guard(() => void setScreen(true));
    },
  };
}

type MicAndCameraProps = Pick<SpeakerControlsProps, 'media' | 'state' | 'devices'> &
  Pick<ReturnType<typeof useSwitches>, 'busy' | 'switchMic' | 'switchCamera'>;

const MicAndCamera = ({
  media,
  state: { isMicOn, camera },
  devices,
  busy,
  switchMic,
  switchCamera,
}: MicAndCameraProps) => (
  <>
    <Split
      label="マイクとスピーカーを選ぶ"
      items={<DeviceItems media={media} devices={devices} of={['mic', 'speaker']} />}
    >
      <StageControl
        icon={<Icon icon={isMicOn ? Mic : MicOff} />}
        className={isMicOn ? styles.hot : undefined}
        isPressed={isMicOn}
        isBusy={busy === 'mic'}
        shortcut="M"
        onClick={() => switchMic(!isMicOn)}
      >
        {isMicOn ? 'マイクをオフ' : 'マイクをオン'}
      </StageControl>
    </Split>
    <Split label="カメラを選ぶ" items={<DeviceItems media={media} devices={devices} of={['camera']} />}>
      <StageControl
        icon={<Icon icon={camera ? Video : VideoOff} />}
        isPressed={camera !== null}
        isBusy={busy === 'camera'}
        shortcut="V"
        onClick={switchCamera}
      >
        {camera ? 'カメラをオフ' : 'カメラをオン'}
      </StageControl>
    </Split>
  </>
);

function listenOnly(media: MediaSession, isAudioOnly: boolean): void {
  saveDeviceChoice({ way: isAudioOnly ? 'audio' : 'video' });
  media.setAudioOnly(isAudioOnly);
}

const AudioOnlyControl = ({ media, isAudioOnly }: { media: MediaSession; isAudioOnly: boolean }) => (
  <StageControl
    icon={<Icon icon={Headphones} />}
    isPressed={isAudioOnly}
    onClick={() => listenOnly(media, !isAudioOnly)}
  >
    {isAudioOnly ? '映像を受け取る' : '音声のみにする'}
  </StageControl>
);

const captionWords = ({ isOn }: Captions) => (isOn ? '字幕をオフ' : '字幕をオン');

const CaptionsControl = ({ captions, className }: { captions: Captions; className?: string | undefined }) => (
  <StageControl
    icon={<Icon icon={CaptionsIcon} />}
    className={className}
    isPressed={captions.isOn}
    onClick={() => captions.setOn(!captions.isOn)}
  >
    {captionWords(captions)}
  </StageControl>
);
