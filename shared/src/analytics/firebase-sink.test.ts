import type { AnalyticsEvent } from '../contract/analytics';
import { createFirebaseSink } from './firebase-sink';

const settings = { apiKey: 'key', projectId: 'manabiba', appId: 'app', measurementId: 'G-ABC' };
const bell: AnalyticsEvent = { name: 'click_bell', label: 'PurchaseEvent' };
const settled = () => new Promise(process.nextTick);

function setUp({ answers = true } = {}) {
  const said: string[] = [];
  const meter = {
    logEvent: (name: string, { label }: { label: string }) => said.push(`${name} ${label}`),
    setEnabled: (isEnabled: boolean) => said.push(isEnabled ? 'on' : 'off'),
  };
  let opened = 0;
  const open = () => {
    opened += 1;
    return answers ? Promise.resolve(meter) : Promise.reject(new Error('no line'));
  };
  return { sink: createFirebaseSink(settings, open), said, opened: () => opened };
}

it('loads nothing before the first event', async () => {
  const { sink, opened } = setUp();
  sink.flush();
  sink.stop();
  await settled();
  expect(opened()).toBe(0);
});

it('sends names and labels, and initializes once', async () => {
  const { sink, said, opened } = setUp();
  sink.take(bell);
  sink.take({ ...bell, name: 'view_top' });
  await settled();
  expect(said).toEqual(['click_bell PurchaseEvent', 'view_top PurchaseEvent']);
  expect(opened()).toBe(1);
});

it('stops when it is disabled, even during initialization, and resumes with the next event', async () => {
  const { sink, said } = setUp();
  sink.take(bell);
  sink.stop();
  await settled();
  expect(said).toEqual(['off']);
  sink.take(bell);
  await settled();
  expect(said).toEqual(['off', 'on', 'click_bell PurchaseEvent']);
});

it('retries a failed initialization', async () => {
  const { sink, opened } = setUp({ answers: false });
  sink.take(bell);
  await settled();
  sink.take(bell);
  await settled();
  expect(opened()).toBe(2);
});
