import { updateMuting } from '@manabiba/shared/data/endpoints';
import { callEndpoint, isApiError, showMessageFor, toast } from '@manabiba/shared/platform';
import { useRef, useState } from 'react';

import type { RoomContext } from '../room/room-context';
import { hasDevices, type MediaDevice, mediaProblemOf, problemWords } from './media-problem';
import type { MediaSession } from './session/media-session';

type Switch = 'mic' | 'camera' | 'screen';

/**
 * Returns functions that turn the viewer's microphone, camera and screen on or off, and which of them is pending.
 * Errors are shown as toasts.
 */
export function useOwnMedia(classroomId: string, media: MediaSession, stay: Pick<RoomContext, 'keepMuted'>) {
  const [busy, setBusy] = useState<Switch | null>(null);
  // The latest request wins: a held key may be released before the microphone is on.
  const wish = useRef(0);
  /** Chains the api calls, so that they arrive in order. */
  const calls = useRef<Promise<unknown>>(Promise.resolve());

  const sendMuted = (muted: boolean) => {
    const call = calls.current.then(() => callEndpoint(updateMuting, { params: { id: classroomId }, body: { muted } }));
    calls.current = call.catch(() => undefined);
    return call;
  };

  const run = async (what: Switch, act: () => Promise<void>) => {
    setBusy(what);
    try {
      await act();
    } catch (error) {
      showFailure(error, what);
    } finally {
      setBusy(null);
    }
  };

  /** Calls the api first, because it decides whether the viewer may speak and notifies the others. */
  const openMic = async () => {
    wish.current += 1;
    const mine = wish.current;
    await sendMuted(false);
    if (mine !== wish.current) return;
    stay.keepMuted(false);
    try {
      await media.setMic(true);
    } catch (error) {
      await closeMic();
      throw error;
    }
  };

  /** Stops the microphone before calling the api. */
  const closeMic = async () => {
    wish.current += 1;
    stay.keepMuted(true);
    await media.setMic(false);
    await sendMuted(true);
  };

  return {
    busy,
    setMic: (isOn: boolean) => run('mic', isOn ? openMic : closeMic),
    setCamera: (isOn: boolean) => run('camera', () => media.setCamera(isOn)),
    setScreen: (isOn: boolean) => run('screen', () => media.setScreen(isOn)),
  };
}

function showFailure(error: unknown, what: Switch): void {
  if (isApiError(error)) return showMessageFor(error);
  const problem = hasDevices() ? mediaProblemOf(error) : 'insecure';
  // `denied` means that the user has closed the browser's screen picker.
  if (what === 'screen') {
    if (problem !== 'denied') toast.error('画面を共有できませんでした。もう一度お試しください。');
    return;
  }
  const { title, hint } = problemWords(problem, what satisfies MediaDevice);
  toast.error(`${title}${hint}`);
}
