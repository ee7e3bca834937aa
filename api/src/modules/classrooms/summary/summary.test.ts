import { subDays, subMinutes } from 'date-fns';

import { clearContent, insertCategories, insertClassroom, insertParticipant } from '../../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../../testing/start-test-app';
import { keepPeople, type PersonName } from '../../../testing/test-people';
import { insertArchive } from '../../archives/testing/insert-archive';

let world: TestApp;
let restorePeople: () => Promise<void>;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
  restorePeople = await keepPeople(world.db);
});
afterEach(async () => {
  await clearContent(world.db);
  await restorePeople();
});
afterAll(() => world.close());

type Attendee = PersonName | 'anonymous';
const person = (name: Attendee) => world.people[name];
const codeOf = ({ status, body }: { status: number; body?: { code?: string } }) =>
  body?.code ? `${status} ${body.code}` : `${status}`;
const summary = (caller: Caller, id: string) => world.as(caller).get(`/classrooms/${id}/summary`);

/** Inserts a class of the professional that ended a minute ago, with the people who attended it. */
async function endedClass(
  attendees: readonly Attendee[] = ['adult'],
  given: Partial<Parameters<typeof insertClassroom>[1]> = {},
): Promise<string> {
  const now = world.clock.now();
  const startAt = subMinutes(now, 46);
  const times = { start_at: startAt, started_at: startAt, end_at: subMinutes(now, 1), ended_at: subMinutes(now, 1) };
  const id = await insertClassroom(world.db, {
    host_id: person('professional'),
    state: 'ended',
    all_users: true,
    ...times,
    ...given,
  });
  await world.db
    .updateTable('classroom_users')
    .set({ joined_at: startAt, left_at: now, seconds_present: 2700 })
    .where('classroom_id', '=', id)
    .execute();
  for (const name of attendees)
    await insertParticipant(world.db, id, person(name), {
      joined_at: startAt,
      left_at: now,
      seconds_present: 1800,
      ...(name === 'anonymous' && { anonymous_id: person(name), role: 'listener' }),
    });
  return id;
}

describe('getClassroomSummary', () => {
  it('shows an attendee the time and the attendees', async () => {
    const id = await endedClass(['adult', 'otherAdult']);
    expect((await summary('adult', id)).body).toEqual({
      role: 'speaker',
      secondsPresent: 1800,
      attendedInARow: 1,
      attendeeCount: 2,
      recording: 'none',
    });
  });

  it.each<[Caller, object]>([
    ['professional', { role: 'host', secondsPresent: 2700 }],
    ['anonymous', { role: 'listener', secondsPresent: 1800 }],
  ])('counts no classes in a row for %s', async (caller, expected) => {
    const id = await endedClass(['anonymous']);
    expect((await summary(caller, id)).body).toMatchObject({ ...expected, attendedInARow: null });
  });

  it('counts the classes of the host attended in a row, and only open ones as missed', async () => {
    const at = (days: number) => ({ start_at: subDays(world.clock.now(), days) });
    await endedClass(['adult'], at(9));
    await endedClass([], at(8));
    await endedClass(['adult'], at(7));
    await endedClass([], { ...at(6), private_mode: true, private_key: 'a-key-of-this-room' });
    await endedClass([], { ...at(5), all_users: false });
    await endedClass([], { ...at(4), host_id: person('otherAdult') });
    await endedClass([], { ...at(3), state: 'cancelled' });
    const id = await endedClass(['adult', 'subscriber'], at(2));
    await endedClass([], at(1));
    expect((await summary('adult', id)).body.attendedInARow).toBe(2);
    expect((await summary('subscriber', id)).body.attendedInARow).toBe(1);
  });

  it.each([
    ['processing', { state: 'processing', published_at: null }],
    ['review', { published_at: null, media_version: 'v1' }],
    ['published', { media_version: 'v1' }],
    ['failed', { state: 'failed', published_at: null }],
    ['none', { state: 'hidden' }],
  ] as const)('shows that the recording is: %s', async (expected, archive) => {
    const id = await endedClass();
    const archiveId = await insertArchive(world, { source_id: id, ...archive });
    await world.db.updateTable('classrooms').set({ archive_id: archiveId }).where('id', '=', id).execute();
    expect((await summary('adult', id)).body.recording).toBe(expected);
  });

  it.each<[string, Caller, object, string]>([
    ['somebody who was not there', 'otherAdult', {}, '403 role_required'],
    ['an attendee while it is live', 'adult', { state: 'live', ended_at: null }, '409 conflict'],
  ])('is refused to %s', async (_who, caller, given, expected) => {
    expect(codeOf(await summary(caller, await endedClass(['adult'], given)))).toBe(expected);
  });
});
