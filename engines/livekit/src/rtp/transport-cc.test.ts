import fc from 'fast-check';

import { ArrivalRecorder, readTransportFeedback } from './transport-cc';

function read(body: Buffer) {
  const told = new Map<number, number | undefined>();
  readTransportFeedback(body, 0, body.length, (sequence, arrival) => told.set(sequence, arrival));
  return told;
}

describe('transport-cc', () => {
  it('tells what arrived when, and what did not', () => {
    const recorder = new ArrivalRecorder();
    recorder.arrived(65_534, 6400);
    recorder.arrived(65_535, 6410.25);
    recorder.arrived(1, 6500);
    const told = read(recorder.takeFeedback() as Buffer);
    expect([...told]).toEqual([
      [65_534, 6400],
      [65_535, 6410.25],
      [0, undefined],
      [1, 6500],
    ]);
    expect(recorder.takeFeedback()).toBeUndefined();
  });

  it('tells each arrival to the quarter of a millisecond, whatever was lost and however long it took', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ isLost: fc.boolean(), afterMs: fc.integer({ min: 0, max: 300 }) }), {
          minLength: 1,
          maxLength: 120,
        }),
        (packets) => {
          const recorder = new ArrivalRecorder();
          const expected = new Map<number, number>();
          let now = 100_000;
          for (const [index, { isLost, afterMs }] of packets.entries()) {
            now += afterMs;
            if (isLost) continue;
            recorder.arrived(index, now);
            expected.set(index, now);
          }
          const body = recorder.takeFeedback();
          const told = body ? read(body) : new Map<number, number>();
          const arrived = [...told].filter(([, arrival]) => arrival !== undefined);
          expect(arrived).toEqual([...expected]);
        },
      ),
    );
  });

  it('tells losses between two feedbacks', () => {
    const recorder = new ArrivalRecorder();
    recorder.arrived(10, 1000);
    recorder.takeFeedback();
    recorder.arrived(13, 1050);
    expect([...read(recorder.takeFeedback() as Buffer).keys()]).toEqual([11, 12, 13]);
  });

  it('survives garbage', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void read(Buffer.from(bytes))));
  });
});
