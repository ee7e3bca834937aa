import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

import { Room } from '@livekit/rtc-node';
import { DirectFileOutput, EgressClient, RoomServiceClient, WebhookReceiver } from 'livekit-server-sdk';

import { API_KEY, API_SECRET, closeAll, startTestEngine, tokenFor } from './start-test-engine';
import { until } from './until';

/** Starts an engine that records, with participants who can enter its rooms. */
export async function startRecordingLab() {
  // Inside the repository, so that a program built there finds its packages.
  const folder = await mkdtemp(join(import.meta.dirname, '..', '..', '..', '..', '.cache', 'recording-'));
  const events: { event: string; status: number | undefined; id: string | undefined }[] = [];
  let rooms: Room[] = [];
  const receiver = new WebhookReceiver(API_KEY, API_SECRET);
  const hooks = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      void receiver.receive(Buffer.concat(parts).toString(), request.headers.authorization).then((webhook) => {
        if (webhook.egressInfo)
          events.push({ event: webhook.event, status: webhook.egressInfo.status, id: webhook.egressInfo.egressId });
        response.end();
      });
    });
  });
  hooks.listen(0, '127.0.0.1');
  await once(hooks, 'listening');
  const { port } = hooks.address() as { port: number };
  const test = await startTestEngine({ recordingsFolder: folder, webhooks: [`http://127.0.0.1:${port}`] });
  const sizeOf = (path: string) =>
    stat(join(folder, path)).then(
      ({ size }) => size,
      () => 0,
    );

  return {
    folder,
    test,
    egress: new EgressClient(test.url, API_KEY, API_SECRET),
    /** Webhooks about recordings. */
    events,
    sizeOf,
    /** Waits until a file has grown to this size. */
    grown: (path: string, bytes: number) =>
      until(
        () => sizeOf(path),
        (size) => size >= bytes,
      ),
    async enter(identity: string, room: string, url = test.url): Promise<Room> {
      const joined = new Room();
      rooms.push(joined);
      await joined.connect(url.replace('http', 'ws'), await tokenFor({ identity, room }), {
        autoSubscribe: true,
        dynacast: false,
      });
      return joined;
    },
    /** Starts a recording as soon as the track is published. */
    async record(room: string, sid: string, filepath: string, url = test.url) {
      const service = new RoomServiceClient(url, API_KEY, API_SECRET);
      await until(
        async () => (await service.listParticipants(room)).flatMap(({ tracks }) => tracks.map((track) => track.sid)),
        (sids) => sids.includes(sid),
      );
      return new EgressClient(url, API_KEY, API_SECRET).startTrackEgress(room, new DirectFileOutput({ filepath }), sid);
    },
    async leaveAll() {
      await Promise.all(rooms.map((room) => room.disconnect()));
      rooms = [];
    },
    async close() {
      // Not disposed of: the SDK cannot start again, and the next file of this process may use it.
      await closeAll();
      hooks.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type RecordingLab = Awaited<ReturnType<typeof startRecordingLab>>;
