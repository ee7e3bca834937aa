import { setTimeout as pause } from 'node:timers/promises';

import { type Call, type ChromiumPages, startChromium } from './testing/chromium-pages';
import { closeAll, startTestEngine, type TestEngine, tokenFor } from './testing/start-test-engine';
import { type Direction, startUdpRelay, type UdpRelay } from './testing/udp-relay';
import { until } from './testing/until';
import { freeUdpPort } from './transport/free-udp-port';

const CAMERA = 'camera' as never;
const MICROPHONE = 'microphone' as never;
/** Time for both sides to find out about the network. */
const ADAPT_MS = 5000;
const MEASURED_MS = 12_000;
/** In bits per second. */
const UPLINK = 300_000;

describe('livekit-client in Chromium behind a bad network', () => {
  let chromium: ChromiumPages;
  let engine: TestEngine;
  let relay: UdpRelay;
  let hana: Call;
  let ken: Call;

  beforeAll(async () => {
    chromium = await startChromium();
    const udpPort = await freeUdpPort();
    relay = await startUdpRelay(udpPort);
    engine = await startTestEngine({ media: { udpPort, advertisedAddresses: [`127.0.0.1:${relay.port}`] } });
    [hana, ken] = (await Promise.all([chromium.open(), chromium.open()])).map(({ call }) => call) as [Call, Call];
    await hana('join', 'r', engine.url, await tokenFor({ identity: 'hana' }));
    await ken('join', 'r', engine.url, await tokenFor({ identity: 'ken' }));
    await hana('microphone', 'r', true);
    await hana('camera', 'r', true);
    await until(
      () => ken('received', 'r', 'hana', CAMERA),
      ({ framesDecoded }) => framesDecoded > 60,
      30_000,
    );
  }, 90_000);
  afterAll(async () => {
    await chromium?.close();
    relay?.close();
    await closeAll();
  });

  it('hears and sees the others with 5 % loss and 50 ms of delay in each direction', async () => {
    disturb({ loss: 0.05, delayMs: 50 });
    await pause(ADAPT_MS);
    const before = await received();
    await pause(MEASURED_MS);
    const after = await received();
    disturb({ loss: 0, delayMs: 0 });
    expect(concealedShare(before, after)).toBeLessThan(0.05);
    expect(after.video.framesDecoded).toBeGreaterThan(before.video.framesDecoded + 30);
    expect(after.video.longestGapMs).toBeLessThan(1000);
  }, 60_000);

  it('hears the others and sees a smaller video when their uplink carries 300 kbps', async () => {
    await until(
      () => hana('sent', 'r'),
      ({ bitsPerSecond }) => bitsPerSecond > 2 * UPLINK,
      30_000,
    );
    relay.toEngine.bitsPerSecond = UPLINK;
    const limitedAt = performance.now();
    await until(
      () => hana('sent', 'r'),
      ({ bitsPerSecond }) => bitsPerSecond < UPLINK,
    );
    expect(performance.now() - limitedAt).toBeLessThan(5000);
    await pause(ADAPT_MS);
    const before = await received();
    await pause(MEASURED_MS);
    const after = await received();
    expect(concealedShare(before, after)).toBeLessThan(0.05);
    expect(after.video.framesDecoded).toBeGreaterThan(before.video.framesDecoded + 30);
  }, 90_000);

  it('hears people with an uplink of 300 kbps whole while their camera starts', async () => {
    await hana('camera', 'r', false);
    relay.toEngine.bitsPerSecond = UPLINK;
    const { call: aoi } = await chromium.open();
    await aoi('join', 'r', engine.url, await tokenFor({ identity: 'aoi' }));
    await aoi('microphone', 'r', true);
    const voice = () => ken('received', 'r', 'aoi', MICROPHONE);
    await until(voice, ({ samples }) => samples > 48_000, 30_000);
    const before = { audio: await voice() };
    await aoi('camera', 'r', true);
    await until(
      () => ken('received', 'r', 'aoi', CAMERA),
      ({ framesDecoded }) => framesDecoded > 30,
      30_000,
    );
    await pause(MEASURED_MS);
    expect(concealedShare(before, { audio: await voice() })).toBeLessThan(0.05);
    expect((await aoi('sent', 'r')).bitsPerSecond).toBeLessThan(UPLINK);
  }, 90_000);

  const disturb = (how: Partial<Direction>) => {
    Object.assign(relay.toEngine, how);
    Object.assign(relay.toClient, how);
  };
  const received = async () => ({
    audio: await ken('received', 'r', 'hana', MICROPHONE),
    video: await ken('received', 'r', 'hana', CAMERA),
  });
});

interface Received {
  readonly audio: { readonly concealed: number; readonly samples: number };
}

function concealedShare(before: Received, after: Received): number {
  return (after.audio.concealed - before.audio.concealed) / (after.audio.samples - before.audio.samples);
}
