import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { useState } from 'react';

import { readDeviceChoice } from '../../../core/media/device-choice';

export interface ConsentQuestion {
  isAsking: boolean;
  ask: () => void;
  close: () => void;
}

/** Asks a speaker about the recording once they have to agree, unless they came to listen; and whenever they wish. */
export function useConsentQuestion(mine: RoomUserDoc | undefined): ConsentQuestion {
  const isAwaited = mine?.awaitsConsent === true;
  const [wasAwaited, setWasAwaited] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  if (isAwaited !== wasAwaited) {
    setWasAwaited(isAwaited);
    setIsAsking(isAwaited && readDeviceChoice().way !== 'listen');
  }
  return { isAsking, ask: () => setIsAsking(true), close: () => setIsAsking(false) };
}
