import { extensionText, findExtension, isRtcp, parseHeader, type RtpHeader } from '../rtp/packet';
import { QueueingDelay } from '../rtp/queueing-delay';
import { receivedPacket, unwrapRepair } from '../rtp/received-packet';
import { negativeAcknowledgement, pictureLoss, rateLimit, readRtcp, receiverReport } from '../rtp/rtcp';
import { Uplink } from '../rtp/uplink';
import { AUDIO_LEVEL, MID, REPAIRED_RID, RID, SEND_TIME } from '../sdp/extensions';
import type { Description, Section } from '../sdp/parse-sdp';
import type { Transport } from '../transport/transport';
import type { Counters } from './counters';
import type { SourceLayer } from './source-layer';
import type { SourceTrack } from './source-track';

/** The sender SSRC in the engine's RTCP reports; the engine sends no media with it. */
const REPORTER_SSRC = 1;
/** Limit of SSRCs per client; packets of further ones are dropped. */
const MAX_SOURCES = 64;

interface Source {
  readonly track: SourceTrack;
  readonly layer: number;
  readonly isRepair: boolean;
}

interface ExtensionIds {
  mid: number;
  rid: number;
  repairedRid: number;
  audioLevel: number;
  sendTime: number;
}

/** Receives the packets of one publisher: assigns them to tracks, requests lost packets and sends RTCP reports. */
export class PublisherConnection {
  transport: Transport | undefined;
  readonly #tracks = new Map<string, SourceTrack>();
  readonly #sources = new Map<number, Source | undefined>();
  #ids: ExtensionIds = { mid: 0, rid: 0, repairedRid: 0, audioLevel: 0, sendTime: 0 };
  #uplink = new Uplink();
  #delay = new QueueingDelay();
  lastPacketAt = -Infinity;

  constructor(private readonly counters: Counters) {}

  /** Learns the extension ids and SSRCs of an offer; known sources are kept. */
  learn({ sections }: Description): void {
    const id = (uri: string) => sections.map(({ extensions }) => extensions.get(uri)).find(Boolean) ?? 0;
    this.#ids = {
      mid: id(MID),
      rid: id(RID),
      repairedRid: id(REPAIRED_RID),
      audioLevel: id(AUDIO_LEVEL),
      sendTime: id(SEND_TIME),
    };
    // Sources that were refused may be bound now.
    for (const [ssrc, source] of this.#sources) if (!source) this.#sources.delete(ssrc);
  }

  add(track: SourceTrack, section: Section): void {
    this.#tracks.set(section.mid, track);
    // Simulcast layers announce no SSRCs; their packets carry a rid.
    if (track.simulcast) return;
    const [ssrc] = section.ssrcs;
    if (ssrc === undefined) return;
    this.#bind(ssrc, { track, layer: 0, isRepair: false });
    const repair = section.repairs.get(ssrc);
    if (repair) this.#bind(repair, { track, layer: 0, isRepair: true });
  }

  remove(track: SourceTrack): void {
    this.#tracks.delete(track.mid);
    for (const [ssrc, source] of this.#sources) if (source?.track === track) this.#sources.delete(ssrc);
  }

  /** Attaches a new pipe, whose transport sequence numbers are independent of the previous one's. */
  attach(transport: Transport): void {
    this.transport = transport;
    this.#uplink = new Uplink();
    this.#delay = new QueueingDelay();
  }

  receive(packet: Buffer): void {
    const now = performance.now();
    this.lastPacketAt = now;
    this.counters.packetsIn += 1;
    this.counters.bytesIn += packet.length;
    if (isRtcp(packet)) {
      this.#receiveReports(packet, now);
      return;
    }
    const header = parseHeader(packet);
    if (!header) return;
    const source = this.#sourceOf(packet, header);
    if (!source) {
      this.counters.packetsRefused += 1;
      return;
    }
    this.#take(source, packet, header, now);
  }

  askKeyFrame(layer: SourceLayer): void {
    this.counters.keyFramesRequested += 1;
    this.transport?.send(pictureLoss(REPORTER_SSRC, layer.ssrc));
  }

  /** Called every 50 ms: repeats requests for missing packets. */
  tick(now: number): void {
    for (const track of this.#tracks.values())
      for (const layer of track.sources) if (layer.missing.hasMissing) this.#askMissing(track, layer, now);
  }

  /** Called twice a second: sends receiver reports. Returns the smoothed loss of all sources together. */
  report(now: number): number {
    const blocks = [...this.#tracks.values()].flatMap(({ sources }) =>
      sources.flatMap((layer) => (layer.ssrc === 0 ? [] : (layer.reception.report(layer.ssrc, now) ?? []))),
    );
    for (let from = 0; from < blocks.length; from += 31)
      this.transport?.send(receiverReport(REPORTER_SSRC, blocks.slice(from, from + 31)));
    // A layer of a few packets a second says little: only the loss of all sources together is a measure.
    let expected = 0;
    let lost = 0;
    let bitrate = 0;
    for (const { sources } of this.#tracks.values())
      for (const { reception } of sources) {
        expected += reception.expected;
        lost += reception.lost;
        bitrate += reception.bitrate;
      }
    this.#limitRate(this.#uplink.evaluate(expected > 0 ? lost / expected : 0, bitrate, this.#delay.evaluate()));
    return this.#uplink.loss;
  }

  #limitRate(bitsPerSecond: number) {
    const sources = [...this.#sources].flatMap(([ssrc, source]) => (source && !source.isRepair ? [ssrc] : []));
    if (sources.length > 0) this.transport?.send(rateLimit(REPORTER_SSRC, sources, bitsPerSecond));
  }

  #take({ track, layer: index, isRepair }: Source, packet: Buffer, header: RtpHeader, now: number) {
    const layer = track.sources[index] as SourceLayer;
    if (isRepair) {
      if (layer.ssrc === 0) return;
      const original = unwrapRepair(packet, header, layer.ssrc, track.payloadType);
      const inner = original && parseHeader(original);
      if (inner) this.#deliver(track, index, original, inner, now, true);
      return;
    }
    if (header.payloadType !== track.payloadType) return;
    if (this.#ids.audioLevel !== 0 && track.kind === 'audio') {
      const found = findExtension(packet, header, this.#ids.audioLevel);
      if (found !== -1 && !track.isMuted) track.level.add(packet[found >> 8] as number);
    }
    if (this.#ids.sendTime !== 0) {
      const found = findExtension(packet, header, this.#ids.sendTime);
      if (found !== -1 && (found & 0xff) === 3) this.#delay.record(packet.readUIntBE(found >> 8, 3), now);
    }
    this.#deliver(track, index, packet, header, now, false);
  }

  #deliver(track: SourceTrack, index: number, packet: Buffer, header: RtpHeader, now: number, isRepair: boolean) {
    const layer = track.sources[index] as SourceLayer;
    const sequence = layer.unwrapper.unwrap(header.sequence);
    // Retransmissions of packets that arrived after all, or that are no longer needed.
    if (layer.cache.get(sequence)) return;
    if (layer.missing.arrived(sequence, now)) this.#askMissing(track, layer, now);
    if (!isRepair) layer.reception.arrived(sequence, header.timestamp, packet.length, now);
    const received = receivedPacket(packet, header, sequence, track.kind, now);
    layer.cache.put(received);
    if (received.isKeyFrame) layer.keyFrameArrived();
    track.deliver(index, received, now);
  }

  #askMissing(track: SourceTrack, layer: SourceLayer, now: number) {
    // On a full uplink, repeated video would displace voice; a key frame follows once the rate has fallen.
    if (track.kind === 'video' && this.#uplink.isCongested) return;
    const wanted = layer.missing.due(now);
    if (wanted.length === 0) return;
    this.counters.packetsRequested += wanted.length;
    this.transport?.send(negativeAcknowledgement(REPORTER_SSRC, layer.ssrc, wanted));
  }

  #receiveReports(packet: Buffer, now: number) {
    readRtcp(packet, {
      senderReport: (ssrc, ntpHigh, ntpLow, timestamp) => {
        const source = this.#sources.get(ssrc);
        if (source && !source.isRepair)
          (source.track.sources[source.layer] as SourceLayer).reception.clock = { ntpHigh, ntpLow, timestamp, at: now };
      },
    });
  }

  #sourceOf(packet: Buffer, header: RtpHeader): Source | undefined {
    const known = this.#sources.get(header.ssrc);
    if (known) return known;
    const { mid, rid, repairedRid } = this.#ids;
    const midText = extensionText(packet, header, mid);
    // A refused source is checked again only when a packet carries its mid.
    if (midText === undefined) return undefined;
    const track = this.#tracks.get(midText);
    if (!track || this.#sources.size >= MAX_SOURCES) return undefined;
    const repaired = extensionText(packet, header, repairedRid);
    const name = repaired ?? extensionText(packet, header, rid) ?? '';
    const isRepair = repaired !== undefined || header.payloadType === track.repairPayloadType;
    const layer = track.simulcast ? track.sources.findIndex((source) => source.rid === name) : 0;
    if (layer === -1) return undefined;
    const source = { track, layer, isRepair };
    this.#bind(header.ssrc, source);
    return source;
  }

  #bind(ssrc: number, source: Source) {
    const layer = source.track.sources[source.layer] as SourceLayer;
    if (source.isRepair) layer.repairSsrc = ssrc;
    else if (layer.ssrc !== 0 && layer.ssrc !== ssrc) {
      // The browser restarted the layer with a new SSRC in the same section.
      this.#sources.delete(layer.ssrc);
      source.track.renewLayer(source.layer);
      (source.track.sources[source.layer] as SourceLayer).ssrc = ssrc;
    } else layer.ssrc = ssrc;
    this.#sources.set(ssrc, source);
    // Browsers raise their rate at once while REMB permits more, so a new source gets the limit before it floods.
    this.#limitRate(this.#uplink.bitsPerSecond);
  }
}
