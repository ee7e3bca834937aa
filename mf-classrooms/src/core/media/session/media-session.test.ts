import type { MediaToken } from '@manabiba/shared/contract/media';
import { Room, RoomEvent } from 'livekit-client';

import { MediaSession } from './media-session';

/** A session whose user the media server does not permit to speak yet. */
function setUp() {
  const listen = jest.spyOn(Room.prototype, 'on');
  session = new MediaSession({
    classroomId: 'cls_1',
    token: { url: 'ws://localhost', token: '' } as MediaToken,
    userId: 'usr_1',
    isAudioOnly: false,
  });
  const room = listen.mock.contexts[0] as Room;
  const permissions = { canPublish: false };
  Object.assign(room.localParticipant, { permissions });
  const setMicrophone = jest.spyOn(room.localParticipant, 'setMicrophoneEnabled').mockResolvedValue(undefined);
  const permit = () => {
    permissions.canPublish = true;
    room.emit(RoomEvent.ParticipantPermissionsChanged, undefined, room.localParticipant);
  };
  return { session, permit, hasOpened: () => setMicrophone.mock.calls.some(([isOn]) => isOn) };
}

let session: MediaSession;
afterEach(() => {
  session.close();
  jest.restoreAllMocks();
});

it('opens the microphone once the server permits it', async () => {
  const { session, permit, hasOpened } = setUp();
  const opening = session.setMic(true);
  expect(hasOpened()).toBe(false);
  permit();
  await opening;
  expect(hasOpened()).toBe(true);
});

it.each([
  ['the user closes it', () => void session.setMic(false)],
  ['the session is closed', () => session.close()],
])('leaves the microphone off when %s while the permission is awaited', async (_what, stop) => {
  const { session, permit, hasOpened } = setUp();
  const opening = session.setMic(true);
  stop();
  permit();
  await opening;
  expect(hasOpened()).toBe(false);
});
