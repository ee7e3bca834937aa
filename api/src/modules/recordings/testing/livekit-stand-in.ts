import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { getUnixTime } from 'date-fns';
import { AccessToken } from 'livekit-server-sdk';

import { testMedia } from '../../../testing/media/test-media';

interface StandInTrack {
  sid: string;
  source: 'MICROPHONE' | 'CAMERA' | 'SCREEN_SHARE';
}

/** A recording as LiveKit's Egress reports it. */
export interface StandInEgress {
  egressId: string;
  roomName: string;
  /** Nanoseconds since 1970, as text. */
  startedAt: string;
  status: 'EGRESS_ACTIVE' | 'EGRESS_COMPLETE';
  track: { roomName: string; trackId: string; file: { filepath: string } };
  fileResults: { filename: string; startedAt: string; endedAt: string }[];
}

/** The fields of the calls that are answered. */
interface Call {
  room: string;
  roomName: string;
  trackId: string;
  file: { filepath: string };
  egressId: string;
}

const nanoseconds = (time: Date) => `${time.getTime()}000000`;

/**
 * Starts a server that answers as LiveKit with an Egress service does: rooms have the participants that the test gives,
 * recordings are noted and write nothing.
 */
export async function startLivekitStandIn(now: () => Date) {
  const participants = new Map<string, { identity: string; tracks: StandInTrack[] }[]>();
  const egresses: StandInEgress[] = [];
  const answers: Record<string, (body: Call) => object> = {
    'RoomService/ListParticipants': ({ room }) => ({
      participants: (participants.get(room) ?? []).map(({ identity, tracks }) => ({
        sid: `PA_${identity}`,
        identity,
        state: 'ACTIVE',
        joinedAt: String(getUnixTime(now())),
        permission: { canSubscribe: true, canPublish: true, canPublishData: true },
        tracks,
      })),
    }),
    'Egress/ListEgress': ({ roomName }) => ({ items: egresses.filter((egress) => egress.roomName === roomName) }),
    'Egress/StartTrackEgress'({ roomName, trackId, file }) {
      const egress: StandInEgress = {
        egressId: `EG_${egresses.length + 1}`,
        roomName,
        startedAt: nanoseconds(now()),
        status: 'EGRESS_ACTIVE',
        track: { roomName, trackId, file },
        fileResults: [],
      };
      egresses.push(egress);
      return egress;
    },
    // Egress uploads the file after that, and then reports the end.
    'Egress/StopEgress': ({ egressId }) => egresses.find((egress) => egress.egressId === egressId) ?? {},
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const method = (request.url ?? '').replace('/twirp/livekit.', '');
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') as Call;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answers[method]?.(body) ?? {}));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    participants,
    egresses,
    /** Ends a recording as Egress does when its file of this extension is uploaded. */
    complete(egress: StandInEgress, extension: string): void {
      const { startedAt, track } = egress;
      const filename = `${track.file.filepath}${extension}`;
      egress.status = 'EGRESS_COMPLETE';
      egress.fileResults = [{ filename, startedAt, endedAt: nanoseconds(now()) }];
    },
    close: () => new Promise((done) => server.close(done)),
  };
}

/** Signs a webhook as LiveKit does: a token that contains the hash of the body. */
export async function signWebhook(body: string, secret = testMedia.LIVEKIT_API_SECRET): Promise<string> {
  const token = new AccessToken(testMedia.LIVEKIT_API_KEY, secret);
  token.sha256 = createHash('sha256').update(body).digest('base64');
  return token.toJwt();
}
