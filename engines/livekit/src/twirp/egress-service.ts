import {
  type EgressInfo,
  ListEgressRequest,
  ListEgressResponse,
  StopEgressRequest,
  TrackEgressRequest,
} from '@livekit/protocol';

import { RecordingRefused } from '../recording/recordings';
import { type Call, call, type Service } from './call';
import { TwirpError } from './twirp-error';

/** The calls of LiveKit's Egress service that the engine supports: one file per track, in its own folder. */
export const egressService: ReadonlyMap<string, Call<unknown>> = new Map([
  [
    'StartTrackEgress',
    call({
      request: TrackEgressRequest,
      grant: 'roomRecord',
      roomOf: ({ roomName }) => roomName,
      run: startTrackEgress,
    }),
  ],
  [
    'StopEgress',
    call({
      request: StopEgressRequest,
      grant: 'roomRecord',
      roomOf: () => '',
      run: async ({ recordings }, { egressId }): Promise<EgressInfo> => {
        const info = await recordings.stop(egressId);
        if (!info) throw new TwirpError('not_found', 'The egress does not exist.');
        return info;
      },
    }),
  ],
  [
    'ListEgress',
    call({
      request: ListEgressRequest,
      grant: 'roomRecord',
      roomOf: ({ roomName }) => roomName,
      run: ({ recordings }, { roomName, egressId, active }) =>
        new ListEgressResponse({
          items: recordings.all.filter(
            (info) =>
              (!roomName || info.roomName === roomName) &&
              (!egressId || info.egressId === egressId) &&
              (!active || info.endedAt === 0n),
          ),
        }),
    }),
  ],
]);

function startTrackEgress({ rooms, recordings }: Service, request: TrackEgressRequest): EgressInfo {
  const room = rooms.get(request.roomName);
  const publication = [...(room?.participants.values() ?? [])]
    .map(({ publications }) => publications.get(request.trackId))
    .find((found) => found?.track);
  if (!room || !publication?.track) throw new TwirpError('not_found', 'The track is not published in this room.');
  try {
    return recordings.start(room, publication.track, request);
  } catch (failure) {
    if (failure instanceof RecordingRefused) throw new TwirpError(failure.code, failure.message);
    throw failure;
  }
}
