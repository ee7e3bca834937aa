import { type Room, RoomEvent } from 'livekit-client';

/** How long a permission to publish may take from the api to the media server, in milliseconds. */
const PERMISSION_PATIENCE_MS = 15_000;

const mayPublish = ({ localParticipant }: Room) => localParticipant.permissions?.canPublish !== false;

/** Waits until the media server permits publishing. The api grants it when the user unmutes. */
export async function permissionToSpeak(room: Room): Promise<void> {
  if (mayPublish(room)) return;
  await new Promise<void>((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      room.off(RoomEvent.ParticipantPermissionsChanged, check);
      resolve();
    };
    const check = () => {
      if (mayPublish(room)) finish();
    };
    const timer = setTimeout(finish, PERMISSION_PATIENCE_MS);
    room.on(RoomEvent.ParticipantPermissionsChanged, check);
  });
}

/**
 * Calls back when the media server permits publishing while the microphone is off: a permission that was taken back and
 * given again has ended its track meanwhile.
 */
export function onSpeakingPermitted(room: Room, callback: () => void): void {
  room.on(RoomEvent.ParticipantPermissionsChanged, () => {
    if (mayPublish(room) && !room.localParticipant.isMicrophoneEnabled) callback();
  });
}
