import { toast } from '@manabiba/shared/platform';
import { useEffect, useRef } from 'react';

import { readDeviceChoice, saveDeviceChoice } from '../../../core/media/device-choice';
import type { MediaSession } from '../../../core/media/session/media-session';
import { type DeviceLists, useMediaDevices } from '../../../core/media/use-media-devices';

const kinds = [
  { kind: 'audioinput', list: 'mics', choice: 'micId', name: 'マイク' },
  { kind: 'audiooutput', list: 'speakers', choice: 'speakerId', name: 'スピーカー' },
  { kind: 'videoinput', list: 'cameras', choice: 'cameraId', name: 'カメラ' },
] as const;

/**
 * Returns the devices. Switches to the system default when the selected one is unplugged during class, and shows a
 * toast.
 *
 * @param version changes when a device has been opened, because browsers reveal device names only then.
 */
export function useDevices(media: MediaSession, version: string): DeviceLists {
  const devices = useMediaDevices(version);
  const before = useRef(devices);
  useEffect(() => {
    const known = before.current;
    before.current = devices;
    for (const { kind, list, choice, name } of kinds) {
      const id = readDeviceChoice()[choice];
      const wasThere = known[list].some((device) => device.id === id);
      if (id === null || !wasThere || devices[list].some((device) => device.id === id)) continue;
      saveDeviceChoice({ [choice]: null });
      media.useDevice(kind, null).catch(() => undefined);
      const next = devices[list][0];
      toast.message(next ? `${name}が外れたため、「${next.label}」に切り替えました。` : `${name}が外れました。`);
    }
  }, [devices, media]);
  return devices;
}
