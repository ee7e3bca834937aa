import { rateLimit } from './rtcp';
import { MAX_UPLINK, Uplink } from './uplink';

describe('Uplink', () => {
  it('keeps the maximum rate on a good connection and with random loss on wireless links', () => {
    const uplink = new Uplink();
    for (let second = 0; second < 20; second += 1) expect(uplink.evaluate(0.05, 2_000_000)).toBe(MAX_UPLINK);
  });

  it('falls below the received rate on high loss, waits, and rises in steps', () => {
    const uplink = new Uplink();
    expect(uplink.evaluate(0.6, 300_000)).toBe(240_000);
    for (let second = 0; second < 5; second += 1) expect(uplink.evaluate(0, 240_000)).toBe(240_000);
    expect(uplink.evaluate(0, 240_000)).toBeGreaterThan(240_000);
    for (let second = 0; second < 60; second += 1) uplink.evaluate(0, 240_000);
    expect(uplink.bitsPerSecond).toBe(MAX_UPLINK);
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
