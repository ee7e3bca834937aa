import { Button } from '@manabiba/shared/ui/button';
import { classNames } from '@manabiba/shared/ui/class-names';
import { Icon } from '@manabiba/shared/ui/icon';
import { Spinner } from '@manabiba/shared/ui/spinner';
import { CameraOff, Eye, type LucideIcon, Mic, MicOff, RotateCw, Settings2, Video, VideoOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

import { problemWords, stepsToAllow } from '../../core/media/media-problem';
import type { PreviewState } from './use-preview';

import tileStyles from '../../core/media/tile.module.css';
import styles from './prejoin.module.css';

interface PreviewProps {
  state: PreviewState;
  nickname: string;
  isCameraOn: boolean;
  onSwitchCamera: () => void;
  /** Opens the devices, also for a retry. */
  onStart: () => void;
  /** Continues without devices, or without a camera. */
  onListen: () => void;
  onWithoutCamera: () => void;
}

/** The camera preview, or why there is none and how to solve it. */
export function Preview(props: PreviewProps) {
  const { state, nickname, isCameraOn, onSwitchCamera } = props;
  if (state.phase === 'asking') return <Asking {...props} />;
  if (state.phase === 'problem') return <Problem {...props} state={state} />;
  return (
    <div className={styles.preview} data-theme="dark">
      {state.phase === 'opening' ? <Spinner /> : <CameraVideo stream={state.stream} isCameraOn={isCameraOn} />}
      <span className={classNames(tileStyles.tag, styles.previewName)}>{nickname}</span>
      <span className={classNames(tileStyles.tag, styles.previewFlag)}>
        <Icon icon={Eye} size={16} />
        まだ誰にも見えていません
      </span>
      <button type="button" className={styles.round} onClick={onSwitchCamera}>
        <Icon icon={isCameraOn ? Video : VideoOff} />
        {isCameraOn ? 'カメラをオフ' : 'カメラをオン'}
      </button>
    </div>
  );
}

function CameraVideo({ stream, isCameraOn }: { stream: MediaStream; isCameraOn: boolean }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream, isCameraOn]);
  if (!isCameraOn)
    return (
      <p className={styles.off}>
        <Icon icon={CameraOff} size={24} />
        カメラはオフです
      </p>
    );
  return (
    <video
      ref={video}
      className={classNames(tileStyles.video, tileStyles.mirror)}
      aria-label="カメラの映像"
      autoPlay
      muted
      playsInline
    />
  );
}

const Asking = ({ onStart, onListen }: PreviewProps) => (
  <Panel
    icon={Mic}
    title="マイクとカメラの使用を確認します。"
    actions={
      <>
        <Button variant="primary" onClick={onStart}>
          確認をはじめる
        </Button>
        <Button variant="ghost" onClick={onListen}>
          聞くだけにする
        </Button>
      </>
    }
  >
    次の画面で「許可」を選ぶと、映りと声を確かめられます。許可しなくても、聞くだけで参加できます。
  </Panel>
);

function Problem({
  state: { problem, device },
  onStart,
  onListen,
  onWithoutCamera,
}: PreviewProps & { state: Extract<PreviewState, { phase: 'problem' }> }) {
  const { title, hint } = problemWords(problem, device);
  const canRetry = problem !== 'insecure';
  return (
    <div role="alert">
      <Panel
        isWarning
        icon={device === 'camera' ? CameraOff : MicOff}
        title={title}
        steps={problem === 'denied' && <Steps />}
        actions={
          <>
            {canRetry && (
              <Button icon={<Icon icon={RotateCw} />} onClick={onStart}>
                もう一度試す
              </Button>
            )}
            {device === 'camera' ? (
              <Button variant="ghost" onClick={onWithoutCamera}>
                カメラなしで進む
              </Button>
            ) : (
              <Button variant="ghost" onClick={onListen}>
                聞くだけにする
              </Button>
            )}
          </>
        }
      >
        {hint}
      </Panel>
    </div>
  );
}

const Steps = () => (
  <ol className={styles.steps}>
    {stepsToAllow(navigator.userAgent).map((step, index) => (
      <li key={step}>
        <span aria-hidden>{index + 1}</span>
        <span>
          {step}
          {index === 0 && <Icon icon={Settings2} size={16} />}
        </span>
      </li>
    ))}
  </ol>
);

interface PanelProps {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
  steps?: ReactNode;
  actions?: ReactNode;
  isWarning?: boolean;
}

/** Shown in place of the preview. */
export const Panel = ({ icon, title, children, steps, actions, isWarning = false }: PanelProps) => (
  <section className={styles.panel}>
    <span className={styles.sign} data-warn={isWarning || undefined}>
      <Icon icon={icon} size={24} />
    </span>
    <h2>{title}</h2>
    <p>{children}</p>
    {steps}
    {actions && <div className={styles.panelActions}>{actions}</div>}
  </section>
);
