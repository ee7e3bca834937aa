import type { ClassroomDetail, RoomRole } from '@manabiba/shared/contract/classrooms';
import { LIVE_FRAME_INTERVAL_MS } from '@manabiba/shared/contract/limits';
import { deleteLiveFrame, putLiveFrame } from '@manabiba/shared/data/endpoints';
import { showMessageFor, useEndpointMutation, useMe } from '@manabiba/shared/platform';
import { useEffect, useEffectEvent, useState } from 'react';

import { isMinor } from '../../../core/classroom/viewer';
import type { MediaSession } from '../../../core/media/session/media-session';
import { useMediaState } from '../../../core/media/use-media-state';
import type { CardImage } from '../../../core/room/room-context';

/** Errors after which another attempt would be refused as well. */
const FINAL = ['role_required', 'age_restricted', 'conflict', 'ended', 'kicked'];

/**
 * Shows a still image of the host's own screen, or else camera, on the cards of the classroom, from when the host turns
 * it on until they turn it off, leave, or show nothing. Returns undefined where the viewer cannot.
 */
export function useCardImage(
  classroom: ClassroomDetail,
  role: RoomRole,
  media: MediaSession | null,
): CardImage | undefined {
  const me = useMe();
  const [isOn, setIsOn] = useState(false);
  const { screen, camera } = useMediaState(media);
  const track = (screen ?? camera)?.mediaStreamTrack;
  const isShown = isOn && track !== undefined;
  const params = { id: classroom.id };
  const { run: put } = useEndpointMutation(putLiveFrame);
  const { run: remove } = useEndpointMutation(deleteLiveFrame);
  const send = useEffectEvent(async (shown: MediaStreamTrack, signal: AbortSignal) => {
    const { captureImage } = await import(/* webpackChunkName: "host-tools" */ './capture-image');
    const image = await captureImage(shown);
    if (image === null || signal.aborted) return;
    await put({ params, body: { image } });
  });
  const fail = useEffectEvent((error: { code?: string }) => {
    // Anything else may be over in half a minute.
    if (!FINAL.includes(error.code ?? '')) return;
    setIsOn(false);
    showMessageFor(error as Parameters<typeof showMessageFor>[0]);
  });
  const takeBack = useEffectEvent(() => void remove({ params }).catch(() => undefined));
  useEffect(() => {
    if (!isOn || !track) return undefined;
    const ending = new AbortController();
    const sendNext = () => void send(track, ending.signal).catch(fail);
    sendNext();
    const timer = setInterval(sendNext, LIVE_FRAME_INTERVAL_MS);
    return () => {
      ending.abort();
      clearInterval(timer);
    };
  }, [isOn, track]);
  useEffect(() => (isShown ? () => takeBack() : undefined), [isShown]);
  const isListed = !classroom.privateMode && classroom.eventId === null;
  const mayShow = role === 'host' && media !== null && isListed && !isMinor(me);
  return mayShow ? { isOn, hasVideo: track !== undefined, onChange: setIsOn } : undefined;
}
