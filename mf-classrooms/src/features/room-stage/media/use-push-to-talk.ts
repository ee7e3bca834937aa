import { useEffect, useEffectEvent, useRef } from 'react';

import { isKeyTaken } from '../keyboard/is-key-taken';

interface PushToTalk {
  isMicOn: boolean;
  setMic: (isOn: boolean) => void;
}

/** Unmutes while Space is held. Ignored while typing. The other keys are in room-keys.tsx. */
export function usePushToTalk({ isMicOn, setMic }: PushToTalk): void {
  const isHeld = useRef(false);

  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.code !== 'Space') return;
    if (event.repeat) {
      if (isHeld.current) event.preventDefault();
      return;
    }
    if (isMicOn || isKeyTaken(event)) return;
    event.preventDefault();
    isHeld.current = true;
    setMic(true);
  });
  const release = useEffectEvent(() => {
    if (!isHeld.current) return;
    isHeld.current = false;
    setMic(false);
  });

  useEffect(() => {
    const handleKeyUp = ({ code }: KeyboardEvent) => {
      if (code === 'Space') release();
    };
    const handleBlur = () => release();
    window.addEventListener('keydown', handleKeyDown);
    window.addEventListener('keyup', handleKeyUp);
    window.addEventListener('blur', handleBlur);
    return () => {
      window.removeEventListener('keydown', handleKeyDown);
      window.removeEventListener('keyup', handleKeyUp);
      window.removeEventListener('blur', handleBlur);
    };
  }, []);
}
