import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';

import { type PersonMedia, SILENT_PERSON } from '../../core/media/session/media-people';
import { currentSpeaker } from './current-speaker';

const person = (id: string, role: RoomRole = 'speaker') => ({ id, role }) as RoomUserDoc;
const media = (changes: Partial<PersonMedia>): PersonMedia => ({ ...SILENT_PERSON, isMicOn: true, ...changes });
const people = [person('me'), person('anna'), person('host', 'host'), person('ben'), person('lena', 'listener')];

it.each([
  ['who is talking', { anna: media({ isTalking: true, lastHeardAt: 1 }), ben: media({ lastHeardAt: 9 }) }, 'anna'],
  ['who spoke last', { anna: media({ lastHeardAt: 3 }), ben: media({ lastHeardAt: 9 }) }, 'ben'],
  ['the host before anyone has spoken', {}, 'host'],
  ['never the viewer', { me: media({ isTalking: true, lastHeardAt: 9 }) }, 'host'],
])('shows %s', (_whom, heard: Record<string, PersonMedia>, id) => {
  expect(currentSpeaker(people, new Map(Object.entries(heard)), 'me')?.id).toBe(id);
});

it('shows nobody in a room without other speakers', () => {
  expect(currentSpeaker([person('me'), person('lena', 'listener')], new Map(), 'me')).toBeUndefined();
});
