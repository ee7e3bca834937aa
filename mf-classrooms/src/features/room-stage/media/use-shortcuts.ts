import { useEffect, useEffectEvent, useRef } from 'react';

interface Shortcuts {
  isMicOn: boolean;
  setMic: (isOn: boolean) => void;
  toggleCamera: () => void;
}

/** Keyboard shortcuts: M and V toggle microphone and camera, holding Space unmutes. Ignored while typing. */
export function useShortcuts({ isMicOn, setMic, toggleCamera }: Shortcuts): void {
  const isHeld = useRef(false);

  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat) {
      if (isHeld.current && event.code === 'Space') event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
    if (event.code === 'KeyM') setMic(!isMicOn);
    else if (event.code === 'KeyV') toggleCamera();
    else if (event.code === 'Space' && !isMicOn) {
      event.preventDefault();
      isHeld.current = true;
      setMic(true);
    }
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

/** Whether another element handles the key: a text field, a focused button or an open dialog. */
function isTaken({ target, code }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (document.querySelector('dialog[open]') !== null) return true;
  if (target.isContentEditable || target.closest('input, textarea, select, [role="menu"], [role="dialog"]'))
    return true;
  return code === 'Space' && target.closest('button, a, summary, [role="tab"], [tabindex="0"]') !== null;
}
