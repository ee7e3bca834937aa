import type { MediaApp } from '../../../testing/media/media-app';
import { connect, type Source } from '../../../testing/media/media-clients';
import { until } from '../../../testing/media/until';
import { hears, isGone, type LiveRooms, startLiveRooms } from './testing/live-rooms';

// What a client may not do. Its SDK gives up only after a long time.

let world: MediaApp;
let rooms: LiveRooms;
beforeAll(async () => {
  rooms = await startLiveRooms();
  ({ world } = rooms);
});
afterEach(() => rooms.clear());
afterAll(() => world.close());

/** Test timeout, in milliseconds: a rejected publish request fails only when the SDK stops waiting for a response. */
const PATIENCE_MS = 90_000;

it(
  'a modified client of a child or a visitor can do nothing but subscribe',
  async () => {
    const { enter, server } = rooms;
    const id = await rooms.room();
    const host = await enter('professional', id);
    await host.publish('mic');
    const clients = [await enter('child', id), await enter('anonymous', id)];
    for (const client of clients) expect(await hears(client, `${world.people.professional} mic`)).toBe(true);
    const attempts = clients.flatMap((client) =>
      (['mic', 'camera', 'screen'] as const).map((source: Source) =>
        client.publish(source).then(
          () => 'accepted',
          () => 'refused',
        ),
      ),
    );
    for (const client of clients) await client.send('聞こえますか').catch(() => undefined);
    expect(new Set(await Promise.all(attempts))).toEqual(new Set(['refused']));
    expect(host.received.size).toBe(0);
    expect(host.data).toEqual([]);
    const tracks = (await server.listParticipants(id)).map(({ identity, tracks: { length } }) => [identity, length]);
    expect(Object.fromEntries(tracks)).toEqual({
      [world.people.professional]: 1,
      [world.people.child]: 0,
      [world.people.anonymous]: 0,
    });
  },
  PATIENCE_MS,
);

it(
  'the base connection takes no camera or screen, and the camera connection no microphone',
  async () => {
    const id = await rooms.room();
    const base = await rooms.enter('adult', id);
    const camera = await connect(await rooms.tokenOf('adult', id, 'camera_token'));
    await Promise.all([
      expect(base.publish('camera')).rejects.toThrow(),
      expect(base.publish('screen')).rejects.toThrow(),
      expect(camera.publish('mic')).rejects.toThrow(),
    ]);
  },
  PATIENCE_MS,
);

it(
  'a participant who sees the room end is disconnected and cannot reconnect with the existing token',
  async () => {
    const { enter, identities, tokenOf } = rooms;
    const id = await rooms.room();
    await enter('professional', id);
    const adult = await enter('adult', id);
    const camera = await connect(await tokenOf('adult', id, 'camera_token'));
    const token = await tokenOf('adult', id);
    await world.as('professional').delete(`/classrooms/${id}`);
    await world.runJobs();
    expect([await isGone(adult), await isGone(camera)]).toEqual([true, true]);
    const again = await connect(token).catch(() => null);
    expect(again === null || (await isGone(again))).toBe(true);
    expect(
      await until(
        () => identities(id),
        (all) => !all.includes(world.people.adult),
      ),
    ).not.toContain(world.people.adult);
  },
  PATIENCE_MS,
);
