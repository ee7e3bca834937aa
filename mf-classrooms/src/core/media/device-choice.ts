import { personStorage } from '@manabiba/shared/platform';

/** How to take part: with camera and microphone, with sound alone, or only listening. */
export type WayToJoin = 'video' | 'audio' | 'listen';

/** What a user chose before joining. A device is null for the system's own choice. */
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

/** Returns what the user chose last on this device. */
export function readDeviceChoice(): DeviceChoice {
  const text = storage.read(NAME);
  return text ? { ...FIRST, ...(JSON.parse(text) as Partial<DeviceChoice>) } : FIRST;
}

/** Remembers what the user chose, for the next classroom. */
export function saveDeviceChoice(choice: Partial<DeviceChoice>): void {
  storage.write(NAME, JSON.stringify({ ...readDeviceChoice(), ...choice }));
}
