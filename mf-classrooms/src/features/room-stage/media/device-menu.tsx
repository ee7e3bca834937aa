import { toast } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { MenuHeader, MenuItem } from '@manabiba/shared/ui/menu';
import { Check } from 'lucide-react';

import { readDeviceChoice, saveDeviceChoice } from '../../../core/media/device-choice';
import { mediaProblemOf, problemWords } from '../../../core/media/media-problem';
import type { MediaSession } from '../../../core/media/session/media-session';
import type { DeviceLists, DeviceOption } from '../../../core/media/use-media-devices';

import styles from './media-controls.module.css';

const kinds = {
  mic: { kind: 'audioinput', list: 'mics', choice: 'micId', title: 'マイク' },
  speaker: { kind: 'audiooutput', list: 'speakers', choice: 'speakerId', title: 'スピーカー' },
  camera: { kind: 'videoinput', list: 'cameras', choice: 'cameraId', title: 'カメラ' },
} as const;

interface DeviceItemsProps {
  media: MediaSession;
  /** Known before the menu opens, which is placed by its height. */
  devices: DeviceLists;
  of: readonly (keyof typeof kinds)[];
}

/** Menu items for the devices of the given kinds; the selected ones are marked and saved. */
export function DeviceItems({ media, devices, of }: DeviceItemsProps) {
  const choice = readDeviceChoice();
  return of.map((name) => {
    const { kind, list, choice: chosen, title } = kinds[name];
    const options: readonly DeviceOption[] = devices[list];
    if (options.length === 0) return null;
    const current = options.some(({ id }) => id === choice[chosen]) ? choice[chosen] : options[0]?.id;
    const use = (id: string) => {
      saveDeviceChoice({ [chosen]: id });
      media.useDevice(kind, id).catch((error: unknown) => {
        const { title: words, hint } = problemWords(mediaProblemOf(error), name === 'camera' ? 'camera' : 'mic');
        toast.error(`${words}${hint}`);
      });
    };
    return (
      <div key={name} role="group" aria-label={title}>
        <MenuHeader title={title} />
        {options.map(({ id, label }) => (
          <MenuItem key={id} onSelect={() => use(id)}>
            <span className={styles.device}>{label}</span>
            {id === current && <Icon icon={Check} size={16} label="使用中" className={styles.chosen} />}
          </MenuItem>
        ))}
      </div>
    );
  });
}
