import type { MediaToken } from '@manabiba/shared/contract/media';
import { RoomServiceClient } from 'livekit-server-sdk';

import { type MediaApp, startMediaApp } from '../../../../testing/media/media-app';
import { closeClients, connect, type MediaClient } from '../../../../testing/media/media-clients';
import { testMedia } from '../../../../testing/media/test-media';
import { until } from '../../../../testing/media/until';
import { clearContent, insertCategories, insertLiveRoom } from '../../../../testing/rows';
import type { Caller } from '../../../../testing/start-test-app';

export interface LiveRooms {
  world: MediaApp;
  /** The media server, as its administrator sees it. */
  server: RoomServiceClient;
  room(given?: object): Promise<string>;
  tokenOf(caller: Caller, id: string, what?: string): Promise<MediaToken>;
  /** Joins a room and connects to the media server, as a browser does. */
  enter(caller: Caller, id: string): Promise<MediaClient>;
  publishAs(caller: Caller, id: string, what: 'camera' | 'video'): Promise<MediaClient>;
  identities(id: string): Promise<string[]>;
  /** Disconnects everyone and removes the rooms. */
  clear(): Promise<void>;
}

/** Starts the product with a media server, and rooms whose host is the professional. */
export async function startLiveRooms(): Promise<LiveRooms> {
  const world = await startMediaApp();
  await insertCategories(world.db);
  const { media } = world.env;
  const server = new RoomServiceClient(media?.apiUrl ?? '', testMedia.LIVEKIT_API_KEY, testMedia.LIVEKIT_API_SECRET);
  const tokenOf: LiveRooms['tokenOf'] = async (caller, id, what = 'token') =>
    (await world.as(caller).get(`/classrooms/${id}/generate_${what}`)).body;
  return {
    world,
    server,
    tokenOf,
    room: (given = {}) => insertLiveRoom(world.db, { host_id: world.people.professional, ...given }, world.clock.now()),
    async enter(caller, id) {
      const { body } = await world
        .as(caller)
        .post(`/classrooms/${id}/join`, { recordingConsent: true, deviceId: `device-${caller}`, takeOver: true });
      return connect(body.token);
    },
    async publishAs(caller, id, what) {
      const client = await connect(await tokenOf(caller, id, `${what}_token`));
      await client.publish(what === 'camera' ? 'camera' : 'screen');
      return client;
    },
    identities: async (id) => (await server.listParticipants(id)).map(({ identity }) => identity).sort(),
    async clear() {
      await closeClients();
      await clearContent(world.db);
    },
  };
}

export const hears = (listener: MediaClient, what: string) => until(() => listener.received.has(what), Boolean);
export const isGone = (client: MediaClient) => until(() => !client.isConnected, Boolean);
