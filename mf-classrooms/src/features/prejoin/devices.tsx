import { Icon } from '@manabiba/shared/ui/icon';
import { Notice } from '@manabiba/shared/ui/notice';
import { Select } from '@manabiba/shared/ui/select';
import { Headphones, Mic } from 'lucide-react';
import { useState } from 'react';

import type { DeviceChoice } from '../../core/media/device-choice';
import { useAudioLevel } from '../../core/media/use-audio-level';
import { type DeviceOption, useMediaDevices } from '../../core/media/use-media-devices';
import { SpeakerTest } from './speaker-test';

import styles from './prejoin.module.css';

/** The level above which others can hear a voice, 0 to 100. */
const AUDIBLE = 12;

/** Shows the microphone level, and whether a voice has been detected. */
export function VoiceBar({ stream }: { stream: MediaStream }) {
  const level = useAudioLevel(stream);
  const [wasHeard, setWasHeard] = useState(false);
  if (level >= AUDIBLE && !wasHeard) setWasHeard(true);
  return (
    <>
      <p className={styles.voiceBar}>
        <Icon icon={Mic} />
        <span
          className={styles.voiceTrack}
          role="meter"
          aria-label="マイクの音量"
          aria-valuenow={level}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <i data-low={level < AUDIBLE || undefined} style={{ width: `${level}%` }} />
        </span>
        <span className={wasHeard ? styles.heard : styles.unheard} role="status">
          {wasHeard ? '声が届いています' : '声が届いていません'}
        </span>
      </p>
      {!wasHeard && (
        <p className={styles.hint}>
          何か話してみてください。届かないときは、別のマイクを選ぶか、端末の音量と消音スイッチをご確認ください。
        </p>
      )}
    </>
  );
}

interface DevicesProps {
  choice: DeviceChoice;
  onChange: (change: Partial<DeviceChoice>) => void;
  /** Changes when devices have been allowed, because browsers reveal their names only then. */
  version: unknown;
  /** Only the speaker device is used. */
  listensOnly: boolean;
}

/** The device selection, saved for the next classroom. */
export function Devices({ choice, onChange, version, listensOnly }: DevicesProps) {
  const { mics, cameras, speakers } = useMediaDevices(version);
  return (
    <div className={styles.devices}>
      {!listensOnly && (
        <>
          <DeviceSelect label="マイク" options={mics} value={choice.micId} onChange={(micId) => onChange({ micId })} />
          <DeviceSelect
            label="カメラ"
            options={cameras}
            value={choice.cameraId}
            onChange={(cameraId) => onChange({ cameraId })}
          />
        </>
      )}
      <div className={styles.speaker}>
        <DeviceSelect
          label="スピーカー"
          options={speakers}
          value={choice.speakerId}
          onChange={(speakerId) => onChange({ speakerId })}
        />
        <SpeakerTest speakerId={choice.speakerId} />
      </div>
      {!listensOnly && (
        <div className={styles.echo}>
          <Notice icon={Headphones}>
            スピーカーの音がマイクに入ると、相手に自分の声が返ります。イヤホンをおすすめします。
          </Notice>
        </div>
      )}
    </div>
  );
}

interface DeviceSelectProps {
  label: string;
  options: readonly DeviceOption[];
  value: string | null;
  onChange: (id: string | null) => void;
}

const OWN_CHOICE = '';

const DeviceSelect = ({ label, options, value, onChange }: DeviceSelectProps) => (
  <Select
    label={label}
    // A device that is no longer available is replaced by the system default.
    value={options.some(({ id }) => id === value) ? (value ?? OWN_CHOICE) : OWN_CHOICE}
    options={[
      { value: OWN_CHOICE, label: '端末の設定に従う' },
      ...options.filter(({ id }) => id !== 'default').map(({ id, label: name }) => ({ value: id, label: name })),
    ]}
    onChange={({ currentTarget }) => onChange(currentTarget.value === OWN_CHOICE ? null : currentTarget.value)}
  />
);
