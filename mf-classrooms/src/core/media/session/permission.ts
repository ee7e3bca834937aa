import { type Room, RoomEvent } from 'livekit-client';

/** How long a permission to publish may take from the api to the media server, in milliseconds. */
const PERMISSION_PATIENCE_MS = 5000;

/** Waits until the media server permits publishing. The api grants it when the user unmutes. */
export async function permissionToSpeak(room: Room): Promise<void> {
  const { localParticipant } = room;
  if (localParticipant.permissions?.canPublish !== false) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, PERMISSION_PATIENCE_MS);
    room.on(RoomEvent.ParticipantPermissionsChanged, () => {
      if (localParticipant.permissions?.canPublish === false) return;
      clearTimeout(timer);
      resolve();
    });
  });
}
