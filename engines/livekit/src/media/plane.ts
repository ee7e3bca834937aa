import { loadAddon, MediaUnavailable } from '../transport/addon';
import { localCandidates } from '../transport/candidates';
import { freeUdpPort } from '../transport/free-udp-port';
import { Pipe } from '../transport/pipe';
import type { PlaneContext } from './context';
import { createCounters } from './counters';
import type { MediaLimits, MediaPlane, MediaPlaneOptions } from './media-plane';
import { Peer } from './peer';

const TICK_MS = 50;

const DEFAULT_LIMITS: MediaLimits = {
  maxSdpBytes: 128 * 1024,
  maxSections: 200,
  connectMs: 15_000,
  maxBufferedData: 1024 * 1024,
  maxDataBytes: 65_536,
};

/**
 * Creates the media of all rooms of one process, on one port. `ready` rejects with `MediaUnavailable` when the native
 * library cannot be loaded or the port cannot be opened. Peers are opened after it resolves.
 */
export function createMediaPlane(options: MediaPlaneOptions): MediaPlane {
  const { log } = options;
  const counters = createCounters();
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const peers = new Set<Peer>();
  let context: PlaneContext | undefined;
  let release = () => {};
  let isClosed = false;
  const ready = open();
  async function open() {
    const addon = await loadAddon();
    const udpPort = options.udpPort === 0 ? await freeUdpPort() : options.udpPort;
    if (isClosed) return;
    release = holdPort(addon, udpPort);
    context = {
      counters,
      limits,
      candidates: localCandidates(options.advertisedAddresses, udpPort),
      log,
      openTransport: (settings, events) =>
        new Pipe(
          addon,
          { ...settings, udpPort, maxBufferedData: limits.maxBufferedData, connectMs: limits.connectMs },
          events,
          log,
        ),
    };
  }
  // Callers that await `ready` get the error; without any, it must not be an unhandled rejection.
  ready.catch(() => {});
  const timer = setInterval(() => {
    const now = performance.now();
    for (const peer of peers) peer.tick(now);
  }, TICK_MS);
  timer.unref();
  return {
    ready,
    openPeer: (events) => {
      if (!context || isClosed) throw new MediaUnavailable('The media plane is not open.');
      const peer = new Peer(context, events, (closed) => {
        peers.delete(closed);
        counters.peers = peers.size;
      });
      peers.add(peer);
      counters.peers = peers.size;
      return peer;
    },
    metrics: () => ({ ...counters }),
    close: () => {
      isClosed = true;
      clearInterval(timer);
      for (const peer of [...peers]) peer.close();
      release();
    },
  };
}

/** Holds the port for the lifetime of the plane, so that a conflict with another program shows at the start. */
function holdPort(addon: typeof import('node-datachannel'), udpPort: number): () => void {
  try {
    const listener = new addon.IceUdpMuxListener(udpPort);
    return () => listener.stop();
  } catch (error) {
    throw new MediaUnavailable(`UDP port ${udpPort} cannot be opened: ${(error as Error).message}`);
  }
}
