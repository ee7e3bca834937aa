import { rateLimit } from './rtcp';
import { MAX_UPLINK, Uplink } from './uplink';

describe('Uplink', () => {
  const evaluate = (uplink: Uplink, times: number, loss: number, received: number) => {
    for (let time = 0; time < times; time += 1) uplink.evaluate(loss, received);
    return uplink.bitsPerSecond;
  };
  /** Counts evaluations without loss until the rate rises. */
  const waitOf = (uplink: Uplink) => {
    const before = uplink.bitsPerSecond;
    let count = 0;
    while (uplink.bitsPerSecond === before && count < 1000) {
      uplink.evaluate(0, 240_000);
      count += 1;
    }
    return count;
  };

  it('keeps the maximum rate on a good connection and with random loss on wireless links', () => {
    const uplink = new Uplink();
    for (let times = 0; times < 40; times += 1)
      expect(uplink.evaluate(times % 4 === 0 ? 0.2 : 0, 2_000_000)).toBe(MAX_UPLINK);
  });

  it('begins low and doubles what has arrived, however long only a voice was sent', () => {
    const uplink = new Uplink();
    expect(evaluate(uplink, 20, 0, 40_000)).toBe(300_000);
    expect(uplink.evaluate(0, 290_000)).toBe(580_000);
    expect(uplink.evaluate(0, 560_000)).toBe(1_120_000);
    expect(uplink.evaluate(0, 100_000)).toBe(1_120_000);
    expect(evaluate(uplink, 3, 0, 3_000_000)).toBe(MAX_UPLINK);
  });

  it('falls below the received rate when packets queue, before any is lost', () => {
    const uplink = new Uplink();
    uplink.evaluate(0, 290_000, 20);
    expect(uplink.evaluate(0, 300_000, 150)).toBe(240_000);
    expect(uplink.isCongested).toBe(true);
    // The queue drains at the rate of the link.
    expect(uplink.evaluate(0, 300_000, 120)).toBe(240_000);
    expect(uplink.evaluate(0, 240_000, 40)).toBe(240_000);
    expect(uplink.isCongested).toBe(false);
  });

  it('falls below the received rate on high loss, waits, and rises in steps', () => {
    const uplink = new Uplink();
    expect(uplink.evaluate(0.6, 300_000)).toBe(240_000);
    expect(uplink.isCongested).toBe(true);
    expect(evaluate(uplink, 10, 0, 300_000)).toBe(240_000);
    expect(uplink.isCongested).toBe(false);
    expect(evaluate(uplink, 20, 0, 240_000)).toBeGreaterThan(240_000);
    expect(evaluate(uplink, 100, 0, 240_000)).toBe(MAX_UPLINK);
  });

  it('waits longer after rising has filled the queue again', () => {
    const uplink = new Uplink();
    uplink.evaluate(0.6, 300_000);
    const first = waitOf(uplink);
    uplink.evaluate(0.6, 300_000);
    const second = waitOf(uplink);
    expect(second).toBeGreaterThan(first * 1.5);
    evaluate(uplink, 200, 0, 2_000_000);
    uplink.evaluate(0.6, 300_000);
    expect(waitOf(uplink)).toBe(first);
  });

  it('never requests less than the minimum rate', () => {
    const uplink = new Uplink();
    expect(uplink.evaluate(0.9, 1000)).toBe(120_000);
  });

  it('encodes the rate within its precision', () => {
    for (const rate of [120_000, 300_000, MAX_UPLINK]) {
      const packet = rateLimit(1, [7, 8], rate);
      const value = packet.readUIntBE(17, 3);
      expect((value & 0x3ffff) * 2 ** (value >> 18)).toBeGreaterThan(rate * 0.999);
      expect(packet.length).toBe(28);
    }
  });
});
