import { useNow } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { Popover } from '@manabiba/shared/ui/popover';
import { Switch } from '@manabiba/shared/ui/switch';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { addMilliseconds } from 'date-fns';
import { Signal } from 'lucide-react';

import { minutesLeft } from '../../../core/classroom/time-left';
import { estimateMb } from '../../../core/media/data-estimate';
import { saveDeviceChoice } from '../../../core/media/device-choice';
import type { MediaSession } from '../../../core/media/session/media-session';
import type { MediaState } from '../../../core/media/session/media-state';
import { useMediaState } from '../../../core/media/use-media-state';

import styles from './media-controls.module.css';

interface DataGaugeProps {
  /** Null until the code for voice and video has loaded. */
  media: MediaSession | null;
  /** The moment the class ends, by the server clock. */
  endAt: string;
  clockAheadMs: number;
}

/** Shows the connection state and the data used so far; its popover has the switch to audio only. */
export function DataGauge({ media, endAt, clockAheadMs }: DataGaugeProps) {
  const state = useMediaState(media);
  const now = addMilliseconds(useNow(60_000), clockAheadMs);
  const minutes = minutesLeft(endAt, now);
  const word = qualityWord(state);
  return (
    <Popover
      label="通信量"
      align="end"
      trigger={(props) => (
        <button type="button" className={styles.gauge} data-poor={word === GOOD ? undefined : true} {...props}>
          <Icon icon={Signal} size={16} />
          <VisuallyHidden>接続と通信量、</VisuallyHidden>
          <span className={styles.quality}>{word}</span>
          <span className={styles.megabytes}>
            {state.megabytes}
            <small>MB</small>
          </span>
        </button>
      )}
    >
      <div className={styles.meter}>
        <p className={styles.meterTitle}>
          <strong>通信量</strong>
          <span>{word}</span>
        </p>
        <p className={styles.meterSum}>
          {state.megabytes}
          <small>MB</small>
        </p>
        <p className={styles.meterNote}>
          このままだと、残り{minutes}分でおよそ {estimateMb(wayOf(state), minutes)}MB
        </p>
        <Switch
          label="音声のみにする"
          hint={`残り${minutes}分で、およそ ${estimateMb('audio', minutes)}MB`}
          checked={state.isAudioOnly}
          onChange={({ currentTarget: { checked } }) => {
            saveDeviceChoice({ way: checked ? 'audio' : 'video' });
            media?.setAudioOnly(checked);
          }}
        />
      </div>
    </Popover>
  );
}

const GOOD = '良好';

const wayOf = ({ isAudioOnly, camera }: MediaState) => (isAudioOnly ? 'audio' : camera ? 'video' : 'listen');

function qualityWord({ connection, people }: MediaState): string {
  if (connection !== 'connected') return connection === 'connecting' ? '接続中' : '再接続中';
  return [...people.values()][0]?.quality === 'good' ? GOOD : '不安定';
}
