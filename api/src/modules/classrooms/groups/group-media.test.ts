import type { MediaApp } from '../../../testing/media/media-app';
import { connect } from '../../../testing/media/media-clients';
import { until } from '../../../testing/media/until';
import { hears, isGone, type LiveRooms, startLiveRooms } from '../media/testing/live-rooms';
import { mediaRoomOf } from './group-rules';

let world: MediaApp;
let rooms: LiveRooms;
beforeAll(async () => {
  rooms = await startLiveRooms();
  ({ world } = rooms);
});
afterEach(() => rooms.clear());
afterAll(() => world.close());

/** Divides a room into a group with the adult and one with the subscriber, in which both have connected again. */
async function divided() {
  const id = await rooms.room();
  const host = await rooms.enter('professional', id);
  const before = [await rooms.enter('adult', id), await rooms.enter('subscriber', id)];
  const { body } = await world.as('professional').post(`/classrooms/${id}/groups`, {
    minutes: 5,
    isRandom: false,
    groups: [
      { name: '赤', userIds: [world.people.adult] },
      { name: '青', userIds: [world.people.subscriber] },
    ],
  });
  const [red, blue] = body.groups.map((group: { id: string }) => mediaRoomOf(id, group.id)) as [string, string];
  for (const client of before) expect(await isGone(client)).toBe(true);
  const [adult, subscriber] = [
    await connect(await rooms.tokenOf('adult', id)),
    await connect(await rooms.tokenOf('subscriber', id)),
  ];
  return { id, host, adult, subscriber, red, blue, groupIds: body.groups.map((group: { id: string }) => group.id) };
}
const isEmpty = async (name: string) =>
  until(
    () => rooms.identities(name),
    ({ length }) => length === 0,
  );
const move = (id: string, name: 'professional' | 'adult', groupId: string | null) =>
  world.as('professional').put(`/classrooms/${id}/groups/people/${world.people[name]}`, { groupId });

it('lets each group hear only itself, and the host who visits it', async () => {
  const { id, host, adult, subscriber, red, blue, groupIds } = await divided();
  await adult.publish('mic');
  await rooms.publishAs('adult', id, 'camera');
  expect(await rooms.identities(red)).toEqual([world.people.adult, `${world.people.adult}:camera`].sort());
  expect(await rooms.identities(blue)).toEqual([world.people.subscriber]);
  await move(id, 'professional', groupIds[0]);
  expect(await isGone(host)).toBe(true);
  const visiting = await connect(await rooms.tokenOf('professional', id));
  await visiting.publish('mic');
  expect(await hears(visiting, `${world.people.adult} mic`)).toBe(true);
  expect(await hears(adult, `${world.people.professional} mic`)).toBe(true);
  expect([...subscriber.received]).toEqual([]);
  await move(id, 'professional', null);
  expect(await isGone(visiting)).toBe(true);
  expect(adult.isConnected).toBe(true);
});

it('ends the connections of a group that is called back, and those of whoever comes with an old token', async () => {
  const { id, adult, red, blue } = await divided();
  const old = await rooms.tokenOf('adult', id);
  await world.as('professional').post(`/classrooms/${id}/groups/recall`, { seconds: 0 });
  expect(await isGone(adult)).toBe(true);
  expect(await isEmpty(red)).toEqual([]);
  expect(await isEmpty(blue)).toEqual([]);
  expect((await rooms.tokenOf('adult', id)).room).toBe(id);
  const late = await connect(old).catch(() => null);
  expect(late === null || (await isGone(late))).toBe(true);
});

it('removes whoever is kicked from their group, whose token no longer admits them', async () => {
  const { id, adult, red } = await divided();
  const token = await rooms.tokenOf('adult', id);
  await world.as('professional').post(`/classrooms/${id}/users/${world.people.adult}/kick`, {});
  expect(await isGone(adult)).toBe(true);
  const back = await connect(token).catch(() => null);
  expect(back === null || (await isGone(back))).toBe(true);
  expect(await isEmpty(red)).toEqual([]);
});

it('mutes in a group too, and counts whoever is connected there as present', async () => {
  const { id, adult, red } = await divided();
  await adult.publish('mic');
  await world.as('professional').post(`/classrooms/${id}/mute_all`, {});
  await world.as('professional').patch(`/classrooms/${id}/muting`, { userId: world.people.adult, muted: true });
  const isMuted = async () => {
    const { tracks } = await rooms.server.getParticipant(red, world.people.adult);
    return tracks.length > 0 && tracks.every(({ muted }) => muted);
  };
  expect(await until(isMuted, Boolean)).toBe(true);
  world.clock.advance(90_000);
  await world.runJobs();
  const { left_at: leftAt } = await world.db
    .selectFrom('classroom_users')
    .select('left_at')
    .where('classroom_id', '=', id)
    .where('user_id', '=', world.people.adult)
    .executeTakeFirstOrThrow();
  expect(leftAt).toBeNull();
});

it('closes all groups with the class', async () => {
  const { id, adult, subscriber, host } = await divided();
  await world.as('professional').delete(`/classrooms/${id}`);
  for (const client of [adult, subscriber, host]) expect(await isGone(client)).toBe(true);
});
