import { KEY_FRAME_INTERVAL_MS, KeyFrameRequests } from './key-frame-requests';
import { NackTracker } from './nack-tracker';
import { parseHeader } from './packet';
import { receivedPacket, unwrapRepair } from './received-packet';
import { PacketCache } from './resend-cache';
import { SentRanges } from './sent-ranges';

describe('NackTracker', () => {
  it('requests missing packets at once and again until they arrive', () => {
    const tracker = new NackTracker(1000);
    tracker.arrived(100, 0);
    expect(tracker.arrived(103, 10)).toBe(true);
    expect(tracker.due(10)).toEqual([101, 102]);
    expect(tracker.due(15)).toEqual([]);
    tracker.arrived(101, 60);
    expect(tracker.due(200)).toEqual([102]);
    tracker.arrived(102, 210);
    expect(tracker.hasMissing).toBe(false);
    expect(tracker.lost).toBe(0);
  });

  it('gives up on packets that are too old', () => {
    const tracker = new NackTracker(400);
    tracker.arrived(100, 0);
    tracker.arrived(102, 0);
    tracker.due(0);
    expect(tracker.due(500)).toEqual([]);
    expect(tracker.lost).toBe(1);
  });

  it('does not request gaps longer than the limit', () => {
    const tracker = new NackTracker(400);
    tracker.arrived(100, 0);
    expect(tracker.arrived(5000, 0)).toBe(false);
    expect(tracker.due(0)).toEqual([]);
  });
});

describe('SentRanges', () => {
  const range = { layer: 2, timestampOffset: -5, pictureIdOffset: 7, tl0Offset: 1 };

  it('finds how a packet was rewritten, also before the latest change', () => {
    const ranges = new SentRanges();
    ranges.begin({ ...range, from: 1000, offset: -69_000 });
    ranges.begin({ ...range, from: 1010, offset: -69_001 });
    ranges.begin({ ...range, from: 1010, offset: -69_002 });
    expect(ranges.find(999)).toBeUndefined();
    expect(ranges.find(1009)).toMatchObject({ offset: -69_000, timestampOffset: -5 });
    expect(ranges.find(1010)).toMatchObject({ offset: -69_002 });
  });

  it('forgets the packets of a source that was replaced', () => {
    const ranges = new SentRanges();
    ranges.begin({ ...range, from: 1000, offset: 0 });
    ranges.begin({ ...range, from: 1010, offset: 0, layer: 1 });
    ranges.forget(2);
    expect(ranges.find(1005)?.layer).toBe(-1);
    expect(ranges.find(1010)?.layer).toBe(1);
  });

  it('resends a packet, but not twice in quick succession', () => {
    const ranges = new SentRanges();
    expect(ranges.mayResend(65_540, 100, 50)).toBe(true);
    expect(ranges.mayResend(65_540, 120, 50)).toBe(false);
    expect(ranges.mayResend(65_541, 120, 50)).toBe(true);
    expect(ranges.mayResend(65_540, 160, 50)).toBe(true);
  });
});

describe('repair packets', () => {
  const plain = Buffer.from([
    0x90, 0x60, 0, 9, 0, 0, 0, 1, 0, 0, 0, 2, 0xbe, 0xde, 0, 1, 0x10, 7, 0, 0, 0x12, 0x34, 1, 2, 3,
  ]);

  it('contain the original packet of a retransmission', () => {
    const original = unwrapRepair(plain, parseHeader(plain) as never, 77, 96) as Buffer;
    expect(parseHeader(original)).toMatchObject({ sequence: 0x1234, ssrc: 77, payloadType: 96, timestamp: 1 });
    expect([...original.subarray(-3)]).toEqual([1, 2, 3]);
  });

  it('without a payload are recognized as padding', () => {
    const filler = plain.subarray(0, 22);
    expect(unwrapRepair(filler, parseHeader(filler) as never, 77, 96)).toBeUndefined();
  });

  it('are cached by sequence number, with padding removed', () => {
    const padded = Buffer.concat([plain, Buffer.from([0, 0, 3])]);
    padded[0] = 0xb0;
    const cache = new PacketCache();
    cache.put(receivedPacket(padded, parseHeader(padded) as never, 70_009, 'audio', 0));
    expect(cache.get(70_009)?.packet.length).toBe(plain.length);
    expect(cache.get(70_009 - 512)).toBeUndefined();
  });
});

describe('KeyFrameRequests', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('requests at once, then at most once per interval', () => {
    const ask = jest.fn();
    const requests = new KeyFrameRequests(ask, () => performance.now());
    for (let times = 0; times < 10; times += 1) requests.request();
    expect(ask).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(KEY_FRAME_INTERVAL_MS);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('drops a pending request when a key frame has arrived', () => {
    const ask = jest.fn();
    const requests = new KeyFrameRequests(ask, () => performance.now());
    requests.request();
    requests.request();
    requests.arrived();
    jest.advanceTimersByTime(10_000);
    expect(ask).toHaveBeenCalledTimes(1);
  });
});
