import { AudioLevel } from './audio-levels';
import { Downlink } from './downlink';
import { chooseLayer, orderRids, preferredLayer } from './layers';

const LAYERS = [
  { quality: 0 as const, width: 320, height: 180, bitrate: 0 },
  { quality: 1 as const, width: 640, height: 360, bitrate: 0 },
  { quality: 2 as const, width: 1280, height: 720, bitrate: 0 },
];

describe('layers', () => {
  it("orders LiveKit's rids by quality and others as offered", () => {
    expect(orderRids(['f', 'q', 'h'])).toEqual(['q', 'h', 'f']);
    expect(orderRids(['b', 'a'])).toEqual(['b', 'a']);
  });

  it.each([
    [{ disabled: false }, 2],
    [{ disabled: false, quality: 1 as const }, 1],
    [{ disabled: false, width: 300, height: 170 }, 0],
    [{ disabled: false, width: 500, height: 300 }, 1],
    [{ disabled: false, width: 180, height: 300 }, 0],
    [{ disabled: false, width: 4000, height: 2000 }, 2],
    [{ disabled: false, quality: 0 as const, width: 4000, height: 2000 }, 0],
  ])('prefers for %j layer %i', (preference, layer) => {
    expect(preferredLayer(3, LAYERS, preference)).toBe(layer);
  });

  it('chooses the best active layer up to the limit, otherwise the lowest above it', () => {
    expect(chooseLayer([true, true, true], 1)).toBe(1);
    expect(chooseLayer([true, false, true], 1)).toBe(0);
    expect(chooseLayer([false, false, true], 1)).toBe(2);
    expect(chooseLayer([false, false, false], 1)).toBe(1);
  });
});

describe('Downlink', () => {
  function run(downlink: Downlink, seconds: number, { from = 0, lossEvery = 0, queueMs = 0 } = {}) {
    for (let at = 0; at < seconds * 1000; at += 10) {
      const now = 1000 + from * 1000 + at;
      const sequence = downlink.nextSequence(now);
      const isLost = lossEvery > 0 && (at / 10) % lossEvery === 0;
      downlink.feedback(sequence, isLost ? undefined : now + 5000 + queueMs);
      downlink.evaluate(now);
    }
  }

  it('keeps the quality on a good connection and with random loss on wireless links', () => {
    const downlink = new Downlink(3);
    run(downlink, 10);
    run(downlink, 20, { from: 10, lossEvery: 20 });
    expect(downlink.reduction).toBe(0);
    expect(downlink.loss).toBeCloseTo(0.05, 1);
  });

  it('steps down on queueing delay or high loss and up again afterwards', () => {
    const downlink = new Downlink(3);
    run(downlink, 5);
    run(downlink, 4, { from: 5, queueMs: 400 });
    expect(downlink.reduction).toBeGreaterThanOrEqual(1);
    run(downlink, 30, { from: 9 });
    expect(downlink.reduction).toBe(0);
    run(downlink, 4, { from: 39, lossEvery: 4 });
    expect(downlink.reduction).toBeGreaterThanOrEqual(1);
  });

  it('does not count repeated packets, whose second copies clients never report as received', () => {
    const downlink = new Downlink(3);
    for (let at = 0; at < 10_000; at += 10) {
      downlink.feedback(downlink.nextSequence(1000 + at), 6000 + at);
      downlink.feedback(downlink.nextSequence(1000 + at, true), undefined);
      downlink.evaluate(1000 + at);
    }
    expect(downlink.loss).toBe(0);
    expect(downlink.reduction).toBe(0);
  });

  it('ignores feedback for sequence numbers that were never sent', () => {
    const downlink = new Downlink(3);
    downlink.feedback(500, 1);
    expect(downlink.isSilent).toBe(true);
  });
});

describe('AudioLevel', () => {
  it('reports the loudest packet since the last report, and silence once', () => {
    const level = new AudioLevel();
    level.add(0x80 | 60);
    expect(level.report()).toBeUndefined();
    level.add(0x80 | 20);
    level.add(0x80 | 40);
    expect(level.report()).toBeCloseTo(0.1);
    expect(level.report()).toBe(0);
    expect(level.report()).toBeUndefined();
  });
});
