import { personStorage } from '@manabiba/shared/platform';

export const captionSizes = ['small', 'medium', 'large'] as const;
export type CaptionSize = (typeof captionSizes)[number];
export const captionPlaces = ['bottom', 'top'] as const;
export type CaptionPlace = (typeof captionPlaces)[number];

/** How the viewer likes to watch, remembered on this device. */
export interface Preferences {
  rate: number;
  volume: number;
  isMuted: boolean;
  hasCaptions: boolean;
  captionSize: CaptionSize;
  captionPlace: CaptionPlace;
}

const NAME = 'player';
const FIRST: Preferences = {
  rate: 1,
  volume: 1,
  isMuted: false,
  hasCaptions: true,
  captionSize: 'medium',
  captionPlace: 'bottom',
};

export function readPreferences(): Preferences {
  const text = personStorage('local').read(NAME);
  return text ? { ...FIRST, ...(JSON.parse(text) as Partial<Preferences>) } : FIRST;
}

export function savePreferences(changes: Partial<Preferences>): void {
  personStorage('local').write(NAME, JSON.stringify({ ...readPreferences(), ...changes }));
}
