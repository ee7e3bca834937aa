import { useEffect, useState } from 'react';

import { hasDevices } from './media-problem';

/** A microphone, camera or loudspeaker. */
export interface DeviceOption {
  id: string;
  label: string;
}

export interface DeviceLists {
  mics: readonly DeviceOption[];
  cameras: readonly DeviceOption[];
  speakers: readonly DeviceOption[];
}

const NONE: DeviceLists = { mics: [], cameras: [], speakers: [] };

/**
 * Returns the devices of this machine and updates when one is plugged in or unplugged. Browsers reveal device names
 * only after the user has allowed one.
 *
 * @param version changes when a device has been allowed.
 */
export function useMediaDevices(version: unknown): DeviceLists {
  const [lists, setLists] = useState(NONE);
  useEffect(() => {
    if (!hasDevices()) return undefined;
    let isCurrent = true;
    const read = () =>
      void navigator.mediaDevices.enumerateDevices().then((devices) => {
        if (isCurrent) setLists(toLists(devices));
      });
    read();
    navigator.mediaDevices.addEventListener('devicechange', read);
    return () => {
      isCurrent = false;
      navigator.mediaDevices.removeEventListener('devicechange', read);
    };
  }, [version]);
  return lists;
}

function toLists(devices: readonly MediaDeviceInfo[]): DeviceLists {
  const of = (kind: MediaDeviceKind, name: string) =>
    devices
      .filter((device) => device.kind === kind && device.deviceId !== '')
      .map(({ deviceId, label }, index) => ({ id: deviceId, label: label || `${name} ${index + 1}` }));
  return {
    mics: of('audioinput', 'マイク'),
    cameras: of('videoinput', 'カメラ'),
    speakers: of('audiooutput', 'スピーカー'),
  };
}
