/** A track whose traffic can be measured. */
interface MeasurableTrack {
  getRTCStatsReport: () => Promise<RTCStatsReport | undefined>;
}

/** Sums up the bytes sent and received by the tracks of a room since joining. */
export class DataCounter {
  bytes = 0;
  private readonly known = new WeakMap<MeasurableTrack, number>();

  async count(tracks: Iterable<MeasurableTrack>): Promise<void> {
    await Promise.all(
      [...tracks].map(async (track) => {
        const now = bytesIn(await track.getRTCStatsReport());
        this.bytes += Math.max(0, now - (this.known.get(track) ?? 0));
        this.known.set(track, now);
      }),
    );
  }
}

interface Traffic {
  type: string;
  bytesSent?: number;
  bytesReceived?: number;
  headerBytesSent?: number;
  headerBytesReceived?: number;
}

function bytesIn(report: RTCStatsReport | undefined): number {
  let bytes = 0;
  report?.forEach((entry: Traffic) => {
    if (entry.type === 'outbound-rtp') bytes += (entry.bytesSent ?? 0) + (entry.headerBytesSent ?? 0);
    if (entry.type === 'inbound-rtp') bytes += (entry.bytesReceived ?? 0) + (entry.headerBytesReceived ?? 0);
  });
  return bytes;
}
