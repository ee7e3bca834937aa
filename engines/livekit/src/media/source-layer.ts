import { KeyFrameRequests } from '../rtp/key-frame-requests';
import { NackTracker } from '../rtp/nack-tracker';
import { SequenceUnwrapper } from '../rtp/packet';
import { Reception } from '../rtp/reception';
import { PacketCache } from '../rtp/resend-cache';

/** How late a retransmitted packet is still useful: briefly for audio, until the next key frame for video. */
const VOICE_REPAIR_MS = 400;
const PICTURE_REPAIR_MS = 1000;

/** One source of a published track: its only one, or one simulcast layer. */
export class SourceLayer {
  /** 0 until the first packet reveals the SSRC. */
  ssrc = 0;
  repairSsrc = 0;
  readonly unwrapper = new SequenceUnwrapper();
  readonly cache = new PacketCache();
  readonly missing: NackTracker;
  readonly reception: Reception;
  readonly #keyFrames: KeyFrameRequests;

  constructor(
    readonly rid: string,
    kind: 'audio' | 'video',
    askKeyFrame: (layer: SourceLayer) => void,
  ) {
    this.missing = new NackTracker(kind === 'audio' ? VOICE_REPAIR_MS : PICTURE_REPAIR_MS);
    this.reception = new Reception(kind === 'audio' ? 48_000 : 90_000);
    this.#keyFrames = new KeyFrameRequests(
      () => askKeyFrame(this),
      () => performance.now(),
    );
  }

  isActive(now: number, silentMs: number): boolean {
    return now - this.reception.lastPacketAt < silentMs;
  }

  /** Does nothing before the first packet: until then the SSRC is unknown. */
  requestKeyFrame(): void {
    if (this.ssrc !== 0) this.#keyFrames.request();
  }

  keyFrameArrived(): void {
    this.#keyFrames.arrived();
  }

  close(): void {
    this.#keyFrames.close();
    this.missing.clear();
  }
}
