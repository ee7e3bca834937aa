import { loadAddon, MediaUnavailable } from '../transport/addon';
import { localCandidates } from '../transport/candidates';
import { Pipe } from '../transport/pipe';
import type { PlaneContext } from './context';
import { createCounters } from './counters';
import type { MediaLimits, MediaPlane, MediaPlaneOptions } from './media-plane';
import { Peer } from './peer';

const TICK_MS = 50;

const DEFAULT_LIMITS: MediaLimits = {
  maxSdpBytes: 128 * 1024,
  maxSections: 200,
  maxCandidates: 64,
  connectMs: 15_000,
  maxBufferedData: 1024 * 1024,
  maxDataBytes: 65_536,
};

/**
 * Opens the port by which the media of all peers pass. Rejects with `MediaUnavailable` when the native library or the
 * port cannot be had.
 */
export async function createMediaPlane(options: MediaPlaneOptions): Promise<MediaPlane> {
  const addon = await loadAddon();
  const { udpPort, log } = options;
  const counters = createCounters();
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const context: PlaneContext = {
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
  const listener = openPort(addon, udpPort);
  const peers = new Set<Peer>();
  const timer = setInterval(() => {
    const now = performance.now();
    for (const peer of peers) peer.tick(now);
  }, TICK_MS);
  timer.unref();
  return {
    openPeer: (events) => {
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
      clearInterval(timer);
      for (const peer of [...peers]) peer.close();
      listener.stop();
    },
  };
}

/** Holds the port for the life of the plane, so that another program's claim shows at the start. */
function openPort(addon: typeof import('node-datachannel'), udpPort: number) {
  try {
    return new addon.IceUdpMuxListener(udpPort);
  } catch (error) {
    throw new MediaUnavailable(`UDP port ${udpPort} cannot be opened: ${(error as Error).message}`);
  }
}
