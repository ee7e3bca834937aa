import { EventEmitter } from 'node:events';

import { type Room, RoomEvent } from 'livekit-client';

import { RoomMessages } from './room-messages';

function setUp() {
  const room = new EventEmitter();
  const messages = new RoomMessages(() => room as unknown as Room);
  messages.listen(room as unknown as Room);
  const heard: unknown[] = [];
  const stop = messages.on('caption', (...message) => heard.push(message));
  const receive = (text: string, { topic = 'caption', identity = 'usr_1' as string | null } = {}) =>
    room.emit(RoomEvent.DataReceived, Buffer.from(text), identity === null ? undefined : { identity }, 0, topic);
  return { heard, stop, receive };
}

it('delivers messages of a topic with their sender, whichever connection sent them', () => {
  const { heard, receive } = setUp();
  receive('{"text":"やあ"}', { identity: 'usr_1:camera' });
  expect(heard).toEqual([['usr_1', { text: 'やあ' }]]);
});

it('delivers bytes that are not JSON as undefined', () => {
  const { heard, receive } = setUp();
  receive('{"text":');
  expect(heard).toEqual([['usr_1', undefined]]);
});

it.each([
  ['of another topic', { topic: 'spotlight' }],
  ['without a sender', { identity: null }],
])('ignores messages %s', (_which, changes) => {
  const { heard, receive } = setUp();
  receive('{}', changes);
  expect(heard).toEqual([]);
});

it('delivers nothing after it was stopped', () => {
  const { heard, stop, receive } = setUp();
  stop();
  receive('{}');
  expect(heard).toEqual([]);
});
