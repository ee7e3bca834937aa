import fc from 'fast-check';

import { SequenceMap } from './sequence-map';

function begin() {
  const map = new SequenceMap();
  map.start(1000);
  map.restart(70_000);
  return map;
}

describe('SequenceMap', () => {
  it('leaves no gap for packets that were skipped', () => {
    const map = begin();
    expect(map.map(70_000)).toBe(1000);
    map.skip(70_001);
    map.skip(70_002);
    expect(map.map(70_003)).toBe(1001);
  });

  it('keeps gaps caused by the network and fills them with late packets', () => {
    const map = begin();
    map.map(70_000);
    expect(map.map(70_002)).toBe(1002);
    expect(map.map(70_001)).toBe(1001);
  });

  it('numbers late packets correctly when others were skipped since', () => {
    const map = begin();
    map.map(70_000);
    expect(map.map(70_002)).toBe(1002);
    map.skip(70_003);
    expect(map.map(70_004)).toBe(1003);
    expect(map.map(70_001)).toBe(1001);
    expect(map.map(70_003)).toBe(-1);
  });

  it('continues after the last number on a restart, and drops packets from before it', () => {
    const map = begin();
    map.map(70_000);
    map.map(70_005);
    map.restart(90_000);
    expect(map.map(90_000)).toBe(1006);
    expect(map.map(70_004)).toBe(-1);
    expect(map.map(89_999)).toBe(-1);
  });

  it('never uses a number twice when packets are reordered, skipped and duplicated', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ step: fc.integer({ min: -4, max: 4 }), isPadding: fc.boolean() }), { maxLength: 300 }),
        (packets) => {
          const map = begin();
          const sourceByOut = new Map<number, number>();
          let source = 70_000;
          for (const { step, isPadding } of packets) {
            source = Math.max(70_000, source + step);
            if (isPadding) map.skip(source);
            else {
              const out = map.map(source);
              if (out === -1) continue;
              expect(sourceByOut.get(out) ?? source).toBe(source);
              sourceByOut.set(out, source);
            }
          }
        },
      ),
    );
  });
});
