import fc from 'fast-check';

import { negativeAcknowledgement, pictureLoss, readRtcp, receiverReport, senderReport } from './rtcp';

describe('RTCP', () => {
  it('writes and reads NACKs, across sequence number wraparound too', () => {
    const sequences = [65_530, 65_535, 0, 1, 9, 40, 200];
    const read: number[] = [];
    readRtcp(negativeAcknowledgement(1, 77, sequences), {
      nack: (ssrc, wanted) => {
        expect(ssrc).toBe(77);
        read.push(...wanted);
      },
    });
    expect(read).toEqual(sequences);
  });

  it('reads every packet of a compound packet', () => {
    const reports: unknown[] = [];
    const report = {
      ssrc: 5,
      ntpHigh: 3_900_000_000,
      ntpLow: 2 ** 31,
      timestamp: 4_000_000_000,
      packets: 10,
      bytes: 1000,
    };
    const block = {
      ssrc: 5,
      fractionLost: 0.25,
      lost: 7,
      highest: 70_000,
      jitter: 3,
      lastReport: 9,
      delaySinceLastReport: 11,
    };
    readRtcp(Buffer.concat([senderReport(report, 'PA_hana'), receiverReport(1, [block]), pictureLoss(1, 5)]), {
      senderReport: (...values) => reports.push(values),
      report: (values) => reports.push(values),
      keyFrame: (ssrc) => reports.push(ssrc),
    });
    expect(reports).toEqual([
      [5, 3_900_000_000, 2 ** 31, 4_000_000_000],
      { ssrc: 5, fractionLost: 0.25, jitter: 3, lastReport: 9, delaySinceLastReport: 11 },
      5,
    ]);
  });

  it('survives malformed packets', () => {
    const handlers = {
      senderReport: () => {},
      report: () => {},
      nack: () => {},
      keyFrame: () => {},
      transportCc: () => {},
    };
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => readRtcp(Buffer.from(bytes), handlers)));
    fc.assert(
      fc.property(
        fc.integer({ min: 192, max: 223 }),
        fc.uint8Array({ minLength: 8, maxLength: 100 }),
        (type, bytes) => {
          const packet = Buffer.from(bytes);
          packet[0] = 0x80 | ((packet[0] as number) & 0x1f);
          packet[1] = type;
          packet.writeUInt16BE(Math.floor(packet.length / 4) - 1, 2);
          readRtcp(packet, handlers);
        },
      ),
    );
  });
});
