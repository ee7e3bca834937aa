import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';

import { roomDock } from '../../core/room/session/docked-room';

const MiniPlayer = lazy(() => import('./mini-player').then((module) => ({ default: module.MiniPlayer })));

/** The place of the mini player beside every page; empty while no room is docked. */
export function MiniPlayerSlot() {
  const dock = roomDock();
  const room = useSyncExternalStore(dock.subscribe, dock.read, () => null);
  // Loaded at once, because it must be there when the page of a room is left.
  useEffect(() => {
    let remove: (() => void) | undefined;
    let isCurrent = true;
    void import('./mini-player').then(
      () => {
        if (isCurrent) remove = dock.addPlayer();
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
      remove?.();
    };
  }, [dock]);
  return (
    room && (
      <Suspense>
        <MiniPlayer key={room.classroom.id} room={room} onClose={() => void dock.undock()} />
      </Suspense>
    )
  );
}
