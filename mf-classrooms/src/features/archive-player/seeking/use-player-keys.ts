import { type RefObject, useEffect, useEffectEvent } from 'react';

import type { Player } from '../../../core/playback/player';
import { keyAction, type PlaybackAction } from './key-action';

interface KeyHandlers {
  toggleFullscreen: () => void;
  toggleCaptions: () => void;
}

/**
 * The keys of the player, while it or nothing at all has the focus: single letters must not surprise a person who
 * dictates or is somewhere else on the page (WCAG 2.1.4).
 */
export function usePlayerKeys(root: RefObject<HTMLElement | null>, player: Player, handlers: KeyHandlers): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || event.defaultPrevented) return;
    const isInside = root.current?.contains(target) ?? false;
    if ((!isInside && target !== document.body) || isTaken(target, event.key)) return;
    const action = keyAction(event, isInside);
    if (!action) return;
    event.preventDefault();
    if (action.kind === 'fullscreen') handlers.toggleFullscreen();
    else if (action.kind === 'captions') handlers.toggleCaptions();
    else steer(player, action);
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent) => handleKeyDown(event);
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
}

function steer(player: Player, action: PlaybackAction): void {
  const { time, duration, volume, isMuted } = player.read();
  switch (action.kind) {
    case 'toggle':
      return player.toggle();
    case 'mute':
      return player.setMuted(!isMuted);
    case 'seek-by':
      return player.seek(time + action.seconds);
    case 'seek-to':
      return player.seek(action.share * duration);
    case 'volume-by':
      return player.setVolume(volume + action.share);
  }
}

/** Whether the element itself uses the key. */
function isTaken(target: HTMLElement, key: string): boolean {
  if (document.querySelector('dialog[open]') !== null || target.closest('input, [role="menu"]')) return true;
  return (key === ' ' || key === 'Enter') && target.closest('button, a') !== null;
}
