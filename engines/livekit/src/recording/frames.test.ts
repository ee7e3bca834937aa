import fc from 'fast-check';

import { type Frame, OpusFrames, sizeOfKeyFrame, Vp8Frames } from './frames';
import { PacketOrder, type RecordedPacket } from './packet-order';

const WAIT_MS = 1200;

const aPacket = (sequence: number, changes: Partial<RecordedPacket> = {}): RecordedPacket => ({
  sequence,
  timestamp: sequence * 3000,
  marker: true,
  isFrameStart: true,
  isKeyFrame: false,
  payload: Buffer.from([sequence]),
  arrivedAt: 0,
  ...changes,
});

/** Returns the frames of packets in the order of their arrival. */
function framesOf(packets: readonly RecordedPacket[], reader: Vp8Frames | OpusFrames = new Vp8Frames()): Frame[] {
  const frames: Frame[] = [];
  const order = new PacketOrder((packet, isAfterGap) => {
    const frame = reader.take(packet, isAfterGap);
    if (frame) frames.push(frame);
  });
  for (const packet of packets) order.add(packet);
  order.release(Infinity);
  return frames;
}

const bytesOf = (frames: readonly Frame[]) => frames.map(({ data }) => [...data]);

it('puts packets in order, whatever their order of arrival', () => {
  const sent = Array.from({ length: 40 }, (_, index) => aPacket(index, { isKeyFrame: index === 0 }));
  fc.assert(
    fc.property(fc.shuffledSubarray(sent.slice(1), { minLength: 39, maxLength: 39 }), (arrived) => {
      expect(bytesOf(framesOf([sent[0] as RecordedPacket, ...arrived]))).toEqual(
        sent.map(({ payload }) => [...payload]),
      );
    }),
  );
});

it('waits for a lost packet as long as it may be repeated', () => {
  const taken: number[] = [];
  const order = new PacketOrder(({ sequence }) => taken.push(sequence));
  order.add(aPacket(1));
  order.add(aPacket(3, { arrivedAt: 10 }));
  order.release(WAIT_MS);
  expect(taken).toEqual([1]);
  order.release(10 + WAIT_MS);
  expect(taken).toEqual([1, 3]);
  order.add(aPacket(2, { arrivedAt: 2000 }));
  expect(taken).toEqual([1, 3]);
});

it('joins the packets of a frame', () => {
  const frames = framesOf([
    aPacket(1, { isKeyFrame: true, marker: false, timestamp: 100 }),
    aPacket(2, { isFrameStart: false, marker: false, timestamp: 100 }),
    aPacket(3, { isFrameStart: false, timestamp: 100 }),
    aPacket(4, { timestamp: 200 }),
  ]);
  expect(bytesOf(frames)).toEqual([[1, 2, 3], [4]]);
  expect(frames.map(({ isKeyFrame }) => isKeyFrame)).toEqual([true, false]);
});

it('begins with a key frame and skips frames after a loss until the next one', () => {
  const frames = framesOf([
    aPacket(1),
    aPacket(2, { isKeyFrame: true }),
    aPacket(3),
    aPacket(5),
    aPacket(6),
    aPacket(7, { isKeyFrame: true }),
    aPacket(8),
  ]);
  expect(bytesOf(frames)).toEqual([[2], [3], [7], [8]]);
});

it('never keeps a frame of which a packet is missing', () => {
  const frame = (first: number, isKeyFrame: boolean) => [
    aPacket(first, { isKeyFrame, marker: false, timestamp: first }),
    aPacket(first + 1, { isFrameStart: false, marker: false, timestamp: first }),
    aPacket(first + 2, { isFrameStart: false, timestamp: first }),
  ];
  const sent = Array.from({ length: 12 }, (_, index) => frame(index * 3, index % 4 === 0)).flat();
  fc.assert(
    fc.property(fc.subarray(sent), (arrived) => {
      for (const { data } of framesOf(arrived)) {
        expect(data).toHaveLength(3);
        expect([...data]).toEqual([data[0], (data[0] as number) + 1, (data[0] as number) + 2]);
        expect((data[0] as number) % 3).toBe(0);
      }
    }),
  );
});

it('ignores padding', () => {
  expect(
    bytesOf(framesOf([aPacket(1, { isKeyFrame: true }), aPacket(2, { payload: Buffer.alloc(0) }), aPacket(3)])),
  ).toEqual([[1], [3]]);
});

it('keeps the sound around a lost packet', () => {
  expect(bytesOf(framesOf([aPacket(1), aPacket(3)], new OpusFrames()))).toEqual([[1], [3]]);
});

it('reads the size of a key frame', () => {
  expect(sizeOfKeyFrame(Buffer.from([0x10, 0, 0, 0x9d, 0x01, 0x2a, 0x00, 0x45, 0xd0, 0x02]))).toEqual({
    width: 1280,
    height: 720,
  });
  expect(sizeOfKeyFrame(Buffer.alloc(10))).toBeUndefined();
  expect(sizeOfKeyFrame(Buffer.alloc(3))).toBeUndefined();
});
