import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { useEffect, useState } from 'react';

import type { RoomContext } from '../room/room-context';
import type { MediaSession } from './session/media-session';
import { useOwnMedia } from './use-own-media';

interface MediaRightsProps {
  classroomId: string;
  mine: RoomUserDoc | undefined;
  media: MediaSession;
  stay: Pick<RoomContext, 'keepMuted'>;
}

/**
 * Applies the host's decisions: a participant who may only listen, or has not agreed to the recording, stops publishing, a muted one stops the microphone,
 * and one who may speak from now on is asked before the microphone is turned on.
 */
export function MediaRights({ classroomId, mine, media, stay }: MediaRightsProps) {
  const { setMic, busy } = useOwnMedia(classroomId, media, stay);
  const [role, setRole] = useState(mine?.role);
  const [isAsking, setIsAsking] = useState(false);
  if (mine && mine.role !== role) {
    setRole(mine.role);
    setIsAsking(role === 'listener' && mine.role !== 'listener');
  }
  const isMutedByHost = mine?.mutedByHost ?? false;
  const mustListen = mine?.role === 'listener' || mine?.awaitsConsent === true;
  useEffect(() => {
    if (mustListen) media.stopSending();
  }, [media, mustListen]);
  useEffect(() => {
    if (isMutedByHost) void media.setMic(false);
  }, [media, isMutedByHost]);
  const close = () => setIsAsking(false);
  return (
    <Dialog
      isOpen={isAsking && !mine?.awaitsConsent}
      onClose={close}
      title="発言が許可されました"
      size="small"
      footer={
        <>
          <Button onClick={close}>あとで</Button>
          <Button
            variant="primary"
            data-autofocus
            isLoading={busy === 'mic'}
            onClick={() => void setMic(true).then(close)}
          >
            マイクをオン
          </Button>
        </>
      }
    >
      <p>マイクをオンにすると、声がほかの方に届きます。カメラはオフのままです。</p>
    </Dialog>
  );
}
