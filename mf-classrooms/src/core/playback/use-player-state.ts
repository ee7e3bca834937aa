import { useSyncExternalStore } from 'react';

import type { Player } from './player';
import { FIRST_STATE, type PlayerState } from './player-state';

const listenToNothing = () => () => undefined;

/**
 * Returns a part of the state of a player. The component renders again only when that part changes, so a list of
 * chapters does not follow every position. Null: the player's code is still loading.
 *
 * @param select Returns the same object for the same state, best a plain value.
 */
export function usePlayerState<T>(player: Player | null, select: (state: PlayerState) => T): T {
  return useSyncExternalStore(
    player?.subscribe ?? listenToNothing,
    () => select(player?.read() ?? FIRST_STATE),
    () => select(FIRST_STATE),
  );
}
