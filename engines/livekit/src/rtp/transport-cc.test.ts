import fc from 'fast-check';

import { readTransportFeedback } from './transport-cc';

function read(body: Buffer) {
  const arrivals: [number, number | undefined][] = [];
  readTransportFeedback(body, 0, body.length, (sequence, arrival) => arrivals.push([sequence, arrival]));
  return arrivals;
}

describe('transport-cc', () => {
  it('reads run-length and vector chunks, small and large deltas, across sequence number wraparound too', () => {
    const body = Buffer.from([
      ...[0xff, 0xfe, 0, 6, 0, 0, 100, 0],
      // A run of two small deltas; a vector of two-bit symbols: missing, large, small, missing.
      ...[0x20, 2, 0xc0 | (0 << 4) | ((2 << 2) >> 0), 0x00],
      ...[4, 8, 0, 0],
    ]);
    body.writeUInt16BE(0xc000 | (0 << 12) | (2 << 10) | (1 << 8) | (0 << 6), 10);
    body.writeInt16BE(-4, 14);
    const whole = Buffer.concat([body, Buffer.from([40, 0, 0, 0])]);
    expect(read(whole)).toEqual([
      [65_534, 6401],
      [65_535, 6403],
      [0, undefined],
      [1, 6402],
      [2, 6412],
      [3, undefined],
    ]);
  });

  it('survives malformed packets', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void read(Buffer.from(bytes))));
  });
});
