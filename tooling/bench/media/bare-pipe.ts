import { createPipeSide, type PipeSide } from '../../../engines/livekit/src/media/local-side';
import { isRtcp } from '../../../engines/livekit/src/rtp/packet';
import { parseSdp } from '../../../engines/livekit/src/sdp/parse-sdp';
import { publisherAnswer } from '../../../engines/livekit/src/sdp/publisher-answer';
import { subscriberOffer } from '../../../engines/livekit/src/sdp/subscriber-offer';
import { loadAddon } from '../../../engines/livekit/src/transport/addon';
import { localCandidates } from '../../../engines/livekit/src/transport/candidates';
import { Pipe } from '../../../engines/livekit/src/transport/pipe';
import type { TransportEvents } from '../../../engines/livekit/src/transport/transport';
import type { Forwarder } from './forwarder';

const LIMITS = { maxSdpBytes: 100_000, maxSections: 10 };
const CACHE_SIZE = 512;

/**
 * The least that forwarding can cost: the same pipe, the header written anew and the packet kept for each listener, and
 * no engine.
 */
export async function createBarePipe(udpPort: number): Promise<Forwarder> {
  const addon = await loadAddon();
  const listener = new addon.IceUdpMuxListener(udpPort);
  const candidates = localCandidates(['127.0.0.1'], udpPort);
  const legs: { pipe: Pipe; ssrc: number; cache: Buffer[] }[] = [];
  const sides = new Map<number, PipeSide>();
  let packetsOut = 0;
  const open = (sdp: string, side: PipeSide, events: Partial<TransportEvents>) =>
    openPipe(addon, udpPort, sdp, side, events);
  const forward = (packet: Buffer) => {
    if (isRtcp(packet)) return;
    const sequence = packet.readUInt16BE(2);
    const timestamp = packet.readUInt32BE(4);
    for (const { pipe, ssrc, cache } of legs) {
      packet.writeUInt16BE((sequence + ssrc) & 0xffff, 2);
      packet.writeUInt32BE((timestamp + ssrc) >>> 0, 4);
      packet.writeUInt32BE(ssrc, 8);
      cache[sequence % CACHE_SIZE] = packet;
      pipe.send(packet);
      packetsOut += 1;
    }
  };
  return {
    publish: (sdp) => {
      const description = parseSdp(sdp, LIMITS);
      const side = createPipeSide(candidates);
      open(sdp, side, { packet: forward });
      const receiving = new Set(description.sections.map(({ mid }) => mid));
      return publisherAnswer(description, { local: side, version: 1, receiving });
    },
    offer: (listenerId) => {
      const side = createPipeSide(candidates);
      sides.set(listenerId, side);
      const track = { streamId: 'PA_1|TR_1', trackSid: 'TR_1', ssrc: 1000 + listenerId, cname: 'PA_1' };
      return Promise.resolve(subscriberOffer({ local: side, version: 1, lines: [{ mid: '1', kind: 'video', track }] }));
    },
    answer: (listenerId, sdp) =>
      new Promise((done) => {
        const pipe = open(sdp, sides.get(listenerId) as never, { connected: () => done() });
        legs.push({ pipe, ssrc: 1000 + listenerId, cache: [] });
      }),
    packetsOut: () => packetsOut,
    close: () => {
      for (const { pipe } of legs) pipe.close();
      listener.stop();
    },
  };
}

function openPipe(
  addon: Awaited<ReturnType<typeof loadAddon>>,
  udpPort: number,
  sdp: string,
  side: PipeSide,
  events: Partial<TransportEvents>,
): Pipe {
  return new Pipe(
    addon,
    {
      local: side,
      remote: parseSdp(sdp, LIMITS).remote,
      certificatePem: side.certificate.certificatePem,
      keyPem: side.certificate.keyPem,
      udpPort,
      hasData: true,
      openChannels: false,
      maxBufferedData: 1,
      connectMs: 20_000,
    },
    { connected: () => {}, ended: () => {}, packet: () => {}, data: () => {}, ...events },
    () => {},
  );
}
