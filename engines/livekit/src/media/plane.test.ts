import { setTimeout as pause } from 'node:timers/promises';

import { negativeAcknowledgement, pictureLoss, readRtcp } from '../rtp/rtcp';
import { NativePublisher, NativeSubscriber, openPeer, rtp } from '../testing/native-client';
import { until } from '../testing/until';
import { loadAddon } from '../transport/addon';
import type { MediaPeer, MediaPlane, PublishedTrack } from './media-plane';
import { createMediaPlane } from './plane';

const logged: string[] = [];

function openPlane(limits = {}) {
  return createMediaPlane({
    udpPort: 0,
    advertisedAddresses: ['127.0.0.1'],
    log: (message) => logged.push(message),
    limits,
  });
}

/** Opens a publisher with bound tracks and an established connection. */
async function publish(plane: MediaPlane) {
  const { peer, emitted } = openPeer(plane);
  const publisher = new NativePublisher();
  publisher.publish(peer);
  await until(() => emitted.states.includes('publisher connected'), Boolean);
  return { peer, emitted, publisher };
}

async function subscribe(plane: MediaPlane, tracks: readonly PublishedTrack[]) {
  const subscriber = new NativeSubscriber();
  const { peer, emitted } = openPeer(plane, {
    offer: (sdp): void => queueMicrotask(() => peer.acceptSubscriberAnswer(subscriber.answer(sdp))),
  });
  for (const track of tracks) peer.subscribe(track, `PA_1|${track.sid}`);
  peer.offer();
  await until(() => emitted.states.includes('subscriber connected'), Boolean);
  return { peer, emitted, subscriber };
}

describe('the media plane with native peers', () => {
  let plane: MediaPlane;
  let from: Awaited<ReturnType<typeof publish>>;
  let to: Awaited<ReturnType<typeof subscribe>>;

  beforeAll(async () => {
    plane = openPlane();
    await plane.ready;
    from = await publish(plane);
    to = await subscribe(plane, from.emitted.bound);
  });
  afterAll(async () => {
    from?.publisher.close();
    to?.subscriber.close();
    plane.close();
  });

  it('binds announced tracks to their media sections', () => {
    expect(from.emitted.bound.map(({ sid, kind, mid }) => [sid, kind, mid])).toEqual([
      ['TR_sound', 'audio', '0'],
      ['TR_picture', 'video', '1'],
    ]);
  });

  it('forwards audio without adding gaps and recovers packets lost on the way', async () => {
    for (const sequence of [100, 101, 103, 104]) from.publisher.sendAudio(sequence);
    const asked = await until(
      () => wantedBy(from.publisher.reports),
      (sequences) => sequences.length > 0,
    );
    expect(asked).toContain(102);
    from.publisher.sendAudio(102);
    const sequences = await until(
      () => to.subscriber.sequences(111),
      ({ length }) => length === 5,
    );
    const first = Math.min(...sequences);
    expect(sequences.map((sequence) => sequence - first)).toEqual([0, 1, 3, 4, 2]);
  });

  it('starts a video with a key frame, which it requests', async () => {
    from.publisher.sendVideo(10);
    await until(() => keyFramesWanted(from.publisher.reports), Boolean);
    expect(keyFramesWanted(from.publisher.reports)).toBe(true);
    expect(to.subscriber.sequences(96)).toEqual([]);
    from.publisher.sendVideo(11, true);
    from.publisher.sendVideo(12);
    expect(
      await until(
        () => to.subscriber.sequences(96).length,
        (length) => length === 2,
      ),
    ).toBe(2);
  });

  it('resends a requested packet only once in quick succession and ignores packets never sent', async () => {
    const [last] = to.subscriber.packets.filter((packet) => ((packet[1] as number) & 0x7f) === 96).slice(-1) as [
      Buffer,
    ];
    const sequence = last.readUInt16BE(2);
    const wanted = negativeAcknowledgement(9, last.readUInt32BE(8), [sequence, (sequence + 300) & 0xffff]);
    const before = plane.metrics();
    for (const track of to.subscriber.tracks)
      if (track.type() === 'video') for (let times = 0; times < 3; times += 1) track.sendMessageBinary(wanted);
    // The subscriber drops the repeated packet as an SRTP replay, so only the counter shows it.
    expect(
      await until(
        () => plane.metrics().packetsResent,
        (count) => count > before.packetsResent,
      ),
    ).toBe(before.packetsResent + 1);
  });

  it('forwards key frame requests at a limited rate', async () => {
    const ssrc = (to.subscriber.packets.at(-1) as Buffer).readUInt32BE(8);
    const before = plane.metrics().keyFramesRequested;
    for (let times = 0; times < 20; times += 1)
      for (const track of to.subscriber.tracks) track.sendMessageBinary(pictureLoss(9, ssrc));
    await until(
      () => plane.metrics().keyFramesRequested,
      (count) => count > before,
    );
    expect(plane.metrics().keyFramesRequested - before).toBeLessThanOrEqual(2);
  });

  it('drops packets of sources that were not announced', async () => {
    const before = plane.metrics().packetsRefused;
    const heard = to.subscriber.packets.length;
    from.publisher.audio.sendMessageBinary(rtp(111, 1, 1, 999_999, Buffer.alloc(20)));
    expect(
      await until(
        () => plane.metrics().packetsRefused,
        (count) => count > before,
      ),
    ).toBe(before + 1);
    expect(to.subscriber.packets.length).toBe(heard);
  });

  it('carries data in both directions and survives a handler that throws', async () => {
    await until(() => from.publisher.channel.isOpen(), Boolean);
    from.publisher.channel.sendMessageBinary(Buffer.from('up'));
    expect(
      await until(
        () => from.emitted.data,
        ({ length }) => length > 0,
      ),
    ).toEqual([{ kind: 'reliable', text: 'up' }]);
    expect(await until(() => to.peer.sendData('reliable', Buffer.from('down')), Boolean)).toBe(true);
    expect(to.peer.sendData('lossy', Buffer.from('quick'))).toBe(true);
    expect(
      (
        await until(
          () => to.subscriber.texts,
          ({ length }) => length >= 2,
        )
      ).toSorted(),
    ).toEqual(['_lossy quick', '_reliable down']);
    expect(to.peer.sendData('reliable', Buffer.alloc(70_000))).toBe(false);

    const throwing = new NativePublisher();
    const { peer, emitted } = openPeer(plane, {
      data: () => {
        throw new Error('a handler that fails');
      },
    });
    throwing.publish(peer);
    await until(() => emitted.states.length, Boolean);
    await until(() => throwing.channel.isOpen(), Boolean);
    throwing.channel.sendMessageBinary(Buffer.from('x'));
    expect(await until(() => logged.includes('A handler of the room failed.'), Boolean)).toBe(true);
    throwing.close();
    peer.close();
  });

  it('survives malformed packets of an authenticated peer', async () => {
    const received = plane.metrics().packetsIn;
    for (let length = 1; length < 60; length += 1)
      for (const first of [0x80, 0x9f, 0xbf, 0xff]) {
        const packet = Buffer.alloc(length, first);
        if (length > 1) packet[1] = length % 2 ? 200 + (length % 7) : 111;
        try {
          from.publisher.audio.sendMessageBinary(packet);
        } catch {
          // The client's library rejects some of these packets.
        }
      }
    await until(
      () => plane.metrics().packetsIn,
      (count) => count > received + 10,
    );
    from.publisher.sendAudio(200);
    const heard = to.subscriber.packets.length;
    expect(
      await until(
        () => to.subscriber.packets.length,
        (count) => count > heard - 1,
      ),
    ).toBeGreaterThanOrEqual(heard);
  });

  it('stops forwarding while a track is muted, and permanently once it is dropped', async () => {
    from.peer.pausePublished('TR_sound', true);
    const before = to.subscriber.sequences(111).length;
    const arrived = plane.metrics().packetsIn;
    for (let sequence = 300; sequence < 310; sequence += 1) from.publisher.sendAudio(sequence);
    await until(
      () => plane.metrics().packetsIn,
      (count) => count >= arrived + 10,
    );
    await pause(50);
    expect(to.subscriber.sequences(111).length).toBe(before);
    from.peer.pausePublished('TR_sound', false);
    from.publisher.sendAudio(310);
    expect(
      await until(
        () => to.subscriber.sequences(111).length,
        (count) => count > before,
      ),
    ).toBeGreaterThan(before);

    from.peer.dropPublished('TR_sound');
    const refused = plane.metrics().packetsRefused;
    const last = to.subscriber.sequences(111).length;
    from.publisher.sendAudio(311);
    expect(
      await until(
        () => plane.metrics().packetsRefused,
        (count) => count > refused,
      ),
    ).toBeGreaterThan(refused);
    expect(to.subscriber.sequences(111).length).toBe(last);
  });
});

describe('the edges of the transport', () => {
  let plane: MediaPlane;
  let open: MediaPeer;

  beforeAll(async () => {
    plane = openPlane({ connectMs: 1500, maxSdpBytes: 20_000 });
    await plane.ready;
    open = openPeer(plane).peer;
  });
  afterAll(() => plane.close());

  it('rejects descriptions that are too long or malformed', () => {
    expect(() => open.acceptPublisherOffer(`v=0\r\n${'a'.repeat(30_000)}`, [])).toThrow('too long');
    for (const sdp of ['', 'v=0', 'v=0\r\nm=audio 9 X 0\r\n', `v=0\r\n${'m=audio 9 X 0\r\n'.repeat(300)}`])
      expect(() => open.acceptPublisherOffer(sdp, [])).toThrow();
    expect(() => open.acceptSubscriberAnswer('v=0\r\n')).toThrow();
  });

  it('times out a publisher connection that is never completed', async () => {
    const { peer, emitted } = openPeer(plane);
    const publisher = new NativePublisher();
    publisher.connection.setLocalDescription('offer');
    peer.acceptPublisherOffer(publisher.connection.localDescription()?.sdp ?? '', []);
    publisher.close();
    expect(
      await until(
        () => emitted.states,
        ({ length }) => length > 0,
      ),
    ).toEqual(['publisher failed']);
    peer.close();
  });

  it('times out an offer that is never answered', async () => {
    const { peer, emitted } = openPeer(plane);
    peer.offer();
    expect(
      await until(
        () => emitted.states,
        ({ length }) => length > 0,
      ),
    ).toEqual(['subscriber failed']);
    peer.close();
  });

  it('sends nothing and does not throw before a connection is established and after it is closed', () => {
    const { peer } = openPeer(plane);
    expect(peer.sendData('reliable', Buffer.from('early'))).toBe(false);
    peer.close();
    peer.close();
    peer.offer();
    peer.restart({ publisher: true, subscriber: true });
    expect(peer.sendData('reliable', Buffer.from('late'))).toBe(false);
  });

  it('survives requests for packets that have left the cache, after two thousand packets', async () => {
    const patient = openPlane();
    await patient.ready;
    const from = await publish(patient);
    const to = await subscribe(patient, from.emitted.bound);
    // In batches, so that no socket buffer overflows.
    for (let part = 0; part < 20; part += 1) {
      for (let sequence = part * 100; sequence < part * 100 + 100; sequence += 1) from.publisher.sendAudio(sequence);
      await until(
        () => patient.metrics().packetsIn,
        (count) => count >= part * 100 + 90,
      );
    }
    await until(
      () => to.subscriber.sequences(111).length,
      (count) => count > 1900,
    );
    const first = to.subscriber.packets.find((packet) => ((packet[1] as number) & 0x7f) === 111) as Buffer;
    for (const track of to.subscriber.tracks)
      track.sendMessageBinary(negativeAcknowledgement(9, first.readUInt32BE(8), [first.readUInt16BE(2)]));
    const heard = to.subscriber.packets.length;
    from.publisher.sendAudio(2000);
    expect(
      await until(
        () => to.subscriber.packets.length,
        (count) => count > heard,
      ),
    ).toBeGreaterThan(heard);
    from.publisher.close();
    expect(
      await until(
        () => from.emitted.states.at(-1),
        (state) => state === 'publisher closed',
      ),
    ).toBe('publisher closed');
    to.subscriber.close();
    patient.close();
  }, 60_000);

  it('refuses to load the native library outside the main thread', async () => {
    await expect(loadAddon(false)).rejects.toThrow('main thread');
  });

  it('rejects when its port is taken', async () => {
    const first = createMediaPlane({ udpPort: 28_431, advertisedAddresses: [], log: () => {} });
    await first.ready;
    const second = createMediaPlane({ udpPort: 28_431, advertisedAddresses: [], log: () => {} });
    await expect(second.ready).rejects.toThrow('cannot be opened');
    first.close();
    second.close();
  });
});

function wantedBy(reports: readonly Buffer[]): number[] {
  const wanted: number[] = [];
  for (const report of reports) readRtcp(report, { nack: (_ssrc, sequences) => wanted.push(...sequences) });
  return wanted;
}

function keyFramesWanted(reports: readonly Buffer[]): boolean {
  let isWanted = false;
  for (const report of reports)
    readRtcp(report, {
      keyFrame: () => {
        isWanted = true;
      },
    });
  return isWanted;
}
