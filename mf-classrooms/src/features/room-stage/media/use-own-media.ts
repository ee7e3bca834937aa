import { updateMuting } from '@manabiba/shared/data/endpoints';
import { callEndpoint, isApiError, showMessageFor, toast } from '@manabiba/shared/platform';
import { useRef, useState } from 'react';

import { hasDevices, type MediaDevice, mediaProblemOf, problemWords } from '../../../core/media/media-problem';
import type { MediaSession } from '../../../core/media/session/media-session';
import type { RoomContext } from '../../../core/room/room-context';

type Switch = 'mic' | 'camera' | 'screen';

/**
 * Returns what switches the viewer's microphone, camera and screen, and which of them is on its way. Errors are shown as
 * toasts.
 */
export function useOwnMedia(classroomId: string, media: MediaSession, stay: Pick<RoomContext, 'keepMuted'>) {
  const [busy, setBusy] = useState<Switch | null>(null);
  // The last wish wins: a key that is held may be released before the microphone has opened.
  const wish = useRef(0);
  /** The calls that tell the api, one after the other: it must not hear of them in another order. */
  const calls = useRef<Promise<unknown>>(Promise.resolve());

  const tellApi = (muted: boolean) => {
    const call = calls.current.then(() => callEndpoint(updateMuting, { params: { id: classroomId }, body: { muted } }));
    calls.current = call.catch(() => undefined);
    return call;
  };

  const run = async (what: Switch, act: () => Promise<void>) => {
    setBusy(what);
    try {
      await act();
    } catch (error) {
      tell(error, what);
    } finally {
      setBusy(null);
    }
  };

  /** The api hears first: it decides whether the viewer may speak, and everyone sees it before they hear it. */
  const openMic = async () => {
    wish.current += 1;
    const mine = wish.current;
    await tellApi(false);
    if (mine !== wish.current) return;
    stay.keepMuted(false);
    try {
      await media.setMic(true);
    } catch (error) {
      await closeMic();
      throw error;
    }
  };

  /** Silence comes first. */
  const closeMic = async () => {
    wish.current += 1;
    stay.keepMuted(true);
    await media.setMic(false);
    await tellApi(true);
  };

  return {
    busy,
    setMic: (isOn: boolean) => run('mic', isOn ? openMic : closeMic),
    setCamera: (isOn: boolean) => run('camera', () => media.setCamera(isOn)),
    setScreen: (isOn: boolean) => run('screen', () => media.setScreen(isOn)),
  };
}

function tell(error: unknown, what: Switch): void {
  if (isApiError(error)) return showMessageFor(error);
  const problem = hasDevices() ? mediaProblemOf(error) : 'insecure';
  // Whoever closes the browser's choice of screens has changed their mind.
  if (what === 'screen') {
    if (problem !== 'denied') toast.error('画面を共有できませんでした。もう一度お試しください。');
    return;
  }
  const { title, hint } = problemWords(problem, what satisfies MediaDevice);
  toast.error(`${title}${hint}`);
}
