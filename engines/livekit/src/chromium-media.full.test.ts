import { TrackSource } from '@livekit/protocol';

import { type Call, type ChromiumPages, startChromium } from './testing/chromium-pages';
import { closeAll, startTestEngine, type TestEngine, tokenFor } from './testing/start-test-engine';
import { until } from './testing/until';

const CAMERA = 'camera' as never;
const MICROPHONE = 'microphone' as never;
const SCREEN = 'screen_share' as never;

describe('livekit-client in Chromium', () => {
  let chromium: ChromiumPages;
  let engine: TestEngine;
  let hana: Call;
  let ken: Call;

  beforeAll(async () => {
    chromium = await startChromium();
    engine = await startTestEngine();
    [hana, ken] = (await Promise.all([chromium.open(), chromium.open()])).map(({ call }) => call) as [Call, Call];
    await hana('join', 'r', engine.url, await tokenFor({ identity: 'hana' }));
    await ken('join', 'r', engine.url, await tokenFor({ identity: 'ken' }));
  }, 90_000);
  afterAll(async () => {
    await chromium?.close();
    await closeAll();
  });

  it('forwards voice and video to a second participant', async () => {
    await hana('microphone', 'r', true);
    await hana('camera', 'r', true);
    const sound = await until(
      () => ken('received', 'r', 'hana', MICROPHONE),
      ({ audioEnergy, packetsReceived }) => audioEnergy > 0 && packetsReceived > 50,
    );
    expect(sound.audioEnergy).toBeGreaterThan(0);
    // The browser decides which layers it sends, by its CPU and uplink.
    const video = await until(
      () => ken('received', 'r', 'hana', CAMERA),
      ({ framesDecoded }) => framesDecoded > 30,
      30_000,
    );
    expect(video.framesDecoded).toBeGreaterThan(30);
    expect(video.packetsLost).toBe(0);
  }, 60_000);

  it('forwards voice in both directions', async () => {
    await ken('microphone', 'r', true);
    const sound = await until(
      () => hana('received', 'r', 'ken', MICROPHONE),
      ({ audioEnergy }) => audioEnergy > 0,
    );
    expect(sound.audioEnergy).toBeGreaterThan(0);
  }, 30_000);

  it('switches the layer with the requested quality, without freezing the video', async () => {
    await ken('quality', 'r', 'hana', 0);
    expect(
      await until(
        () => ken('received', 'r', 'hana', CAMERA),
        ({ frameWidth }) => frameWidth === 320,
      ),
    ).toMatchObject({ frameWidth: 320 });
    await ken('quality', 'r', 'hana', 2);
    const before = await ken('received', 'r', 'hana', CAMERA);
    const after = await until(
      () => ken('received', 'r', 'hana', CAMERA),
      ({ framesDecoded }) => framesDecoded > before.framesDecoded + 30,
    );
    expect(after.framesDecoded).toBeGreaterThan(before.framesDecoded + 30);
    expect(after.packetsLost).toBe(0);
  }, 60_000);

  it('stops forwarding a hidden video and resumes it', async () => {
    await ken('enabled', 'r', 'hana', false);
    await expectStill(() => ken('received', 'r', 'hana', CAMERA));
    const before = (await ken('received', 'r', 'hana', CAMERA)).framesDecoded;
    await ken('enabled', 'r', 'hana', true);
    const after = await until(
      () => ken('received', 'r', 'hana', CAMERA),
      ({ framesDecoded }) => framesDecoded > before + 20,
    );
    expect(after.framesDecoded).toBeGreaterThan(before + 20);
  }, 60_000);

  it('mutes by the publisher and by the server, and unmutes by the publisher', async () => {
    await hana('microphone', 'r', false);
    expect(await until(() => ken('isMuted', 'r', 'hana', MICROPHONE), Boolean)).toBe(true);
    await expectStill(() => ken('received', 'r', 'hana', MICROPHONE));
    await hana('microphone', 'r', true);
    await expectGrowth(() => ken('received', 'r', 'hana', MICROPHONE));

    const { tracks } = await engine.rooms.getParticipant('room', 'hana');
    const { sid } = tracks.find(({ source }) => source === TrackSource.MICROPHONE) as { sid: string };
    await engine.rooms.mutePublishedTrack('room', 'hana', sid, true);
    expect(await until(() => ken('isMuted', 'r', 'hana', MICROPHONE), Boolean)).toBe(true);
    await expectStill(() => ken('received', 'r', 'hana', MICROPHONE));
    await hana('microphone', 'r', true);
    await expectGrowth(() => ken('received', 'r', 'hana', MICROPHONE));
  }, 60_000);

  it('publishes, unpublishes and republishes a screen', async () => {
    for (const _time of ['first', 'second']) {
      await hana('screen', 'r');
      await until(() => ken('has', 'r', 'hana', SCREEN), Boolean);
      const shown = await until(
        () => ken('received', 'r', 'hana', SCREEN),
        ({ framesDecoded }) => framesDecoded > 5,
      );
      expect(shown.framesDecoded).toBeGreaterThan(5);
      await hana('unshare', 'r');
      expect(
        await until(
          () => ken('has', 'r', 'hana', SCREEN),
          (has) => !has,
        ),
      ).toBe(false);
    }
  }, 90_000);

  it('forwards reliable and lossy data', async () => {
    await ken('events');
    await hana('send', 'r', 'one', true);
    await hana('send', 'r', 'two', false);
    const heard: string[] = [];
    await until(
      async () => heard.push(...(await ken('events'))),
      () => heard.length >= 2,
    );
    expect(heard.sort()).toEqual(['data hana test one', 'data hana test two']);
  }, 30_000);

  it('keeps forwarding voice while the signal connection is lost', async () => {
    const before = await ken('received', 'r', 'hana', MICROPHONE);
    await hana('events');
    await hana('simulate', 'r', 'signal-reconnect');
    const events: string[] = [];
    await until(
      async () => events.push(...(await hana('events'))),
      () => events.includes('reconnected'),
      30_000,
    );
    expect(events).toContain('reconnected');
    expect(events).not.toContain('unpublished microphone');
    await expectGrowth(() => ken('received', 'r', 'hana', MICROPHONE));
    const after = await ken('received', 'r', 'hana', MICROPHONE);
    // Half a second at 48 kHz.
    expect(after.concealed - before.concealed).toBeLessThan(24_000);
  }, 60_000);

  it('drops the packets of a revoked camera track', async () => {
    await engine.rooms.updateParticipant('room', 'hana', undefined, {
      canPublish: true,
      canSubscribe: true,
      canPublishData: true,
      canPublishSources: [TrackSource.MICROPHONE],
    });
    expect(
      await until(
        () => ken('has', 'r', 'hana', CAMERA),
        (has) => !has,
      ),
    ).toBe(false);
    await expectGrowth(() => ken('received', 'r', 'hana', MICROPHONE));
  }, 60_000);
});

/** Waits until no more packets arrive: two readings a second apart are equal. */
async function expectStill(read: () => Promise<{ packetsReceived: number }>): Promise<void> {
  let last = -1;
  await until(
    async () => {
      const { packetsReceived } = await read();
      const isStill = packetsReceived === last;
      last = packetsReceived;
      await new Promise((done) => setTimeout(done, 700));
      return isStill;
    },
    (isStill) => isStill,
  );
  expect((await read()).packetsReceived).toBe(last);
}

async function expectGrowth(read: () => Promise<{ packetsReceived: number }>): Promise<void> {
  const before = (await read()).packetsReceived;
  const after = await until(read, ({ packetsReceived }) => packetsReceived > before + 20);
  expect(after.packetsReceived).toBeGreaterThan(before + 20);
}
