import { personStorage } from '@manabiba/shared/platform';

/** How the user takes part: with camera and microphone, with audio only, or only listening. */
export type WayToJoin = 'video' | 'audio' | 'listen';

/** What the user chose before joining. A device id of null means the system default. */
export interface DeviceChoice {
  way: WayToJoin;
  isCameraOn: boolean;
  micId: string | null;
  cameraId: string | null;
  speakerId: string | null;
}

const NAME = 'media';
const FIRST: DeviceChoice = { way: 'video', isCameraOn: true, micId: null, cameraId: null, speakerId: null };

const storage = personStorage('local');

/** Returns the user's last choice on this device. */
export function readDeviceChoice(): DeviceChoice {
  const text = storage.read(NAME);
  return text ? { ...FIRST, ...(JSON.parse(text) as Partial<DeviceChoice>) } : FIRST;
}

/** Saves the user's choice for the next classroom. */
export function saveDeviceChoice(choice: Partial<DeviceChoice>): void {
  storage.write(NAME, JSON.stringify({ ...readDeviceChoice(), ...choice }));
}

/** Returns the constraints for capturing the chosen camera. */
export function cameraOptions(): { deviceId?: string } {
  const { cameraId } = readDeviceChoice();
  return cameraId === null ? {} : { deviceId: cameraId };
}
