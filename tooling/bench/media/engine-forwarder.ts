import type { MediaPeer, PublishedTrack } from '../../../engines/livekit/src/media/media-plane';
import { createMediaPlane } from '../../../engines/livekit/src/media/plane';
import { openPeer, PUBLISHED } from '../../../engines/livekit/src/testing/native-client';
import type { Forwarder } from './forwarder';

/** The engine's media plane as a forwarder. */
export async function createEngineForwarder(udpPort: number): Promise<Forwarder> {
  const plane = createMediaPlane({ udpPort, advertisedAddresses: ['127.0.0.1'], log: console.error });
  await plane.ready;
  const listeners = new Map<number, { peer: MediaPeer; connected: Promise<void> }>();
  const tracks: PublishedTrack[] = [];
  return {
    publish: (sdp) => {
      const { peer } = openPeer(plane, { trackBound: (_sid, track) => void tracks.push(track) });
      return peer.acceptPublisherOffer(sdp, PUBLISHED);
    },
    offer: (listener) =>
      new Promise((done) => {
        let connect = () => {};
        const connected = new Promise<void>((resolve) => {
          connect = resolve;
        });
        const { peer } = openPeer(plane, { offer: done, state: () => connect() });
        listeners.set(listener, { peer, connected });
        for (const track of tracks) peer.subscribe(track, `PA_1|${track.sid}`);
        peer.offer();
      }),
    answer: async (listener, sdp) => {
      const { peer, connected } = listeners.get(listener) as { peer: MediaPeer; connected: Promise<void> };
      peer.acceptSubscriberAnswer(sdp);
      await connected;
    },
    packetsOut: () => plane.metrics().packetsOut,
    close: () => plane.close(),
  };
}
