import type { AnalyticsEvent } from '../contract/analytics';
import type { Me } from '../contract/users';
import { recordAnalytics } from '../data/endpoints';
import { createSessionStore } from '../session/session-store';
import { aMe } from '../testing/builders';
import { FakeNetwork } from '../testing/fake-network';
import { createOwnSink } from './own-sink';

const bell: AnalyticsEvent = { name: 'click_bell', label: 'PurchaseEvent' };
const share: AnalyticsEvent = { name: 'click_share', label: 'PurchaseEvent' };

function setUp({ me = aMe() }: { me?: Me | null } = {}) {
  const network = new FakeNetwork().install().answer(recordAnalytics, undefined);
  const session = createSessionStore({ me });
  return {
    session,
    sink: createOwnSink(session),
    sent: () => network.calls(recordAnalytics).map(({ body }) => (body as { events: AnalyticsEvent[] }).events),
    network,
  };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('batches events that occur close together', () => {
  const { sink, sent } = setUp();
  sink.take(bell);
  sink.take(share);
  expect(sent()).toEqual([]);
  jest.advanceTimersByTime(3000);
  expect(sent()).toEqual([[bell, share]]);
  jest.advanceTimersByTime(60_000);
  expect(sent()).toHaveLength(1);
});

it('flushes pending events when the page is left', () => {
  const { sink, sent } = setUp();
  sink.take(bell);
  sink.flush();
  jest.advanceTimersByTime(60_000);
  expect(sent()).toEqual([[bell]]);
});

it('waits for a visitor session that is being created', () => {
  const { sink, sent, session } = setUp({ me: null });
  sink.take(bell);
  jest.advanceTimersByTime(3000);
  expect(sent()).toEqual([]);
  session.setState({ me: aMe('anonymous') });
  jest.advanceTimersByTime(3000);
  expect(sent()).toEqual([[bell]]);
});

it('discards pending events when it is stopped', () => {
  const { sink, sent } = setUp();
  sink.take(bell);
  sink.stop();
  sink.flush();
  jest.advanceTimersByTime(60_000);
  expect(sent()).toEqual([]);
});

it('never sends more at once than one call accepts', () => {
  const { sink, sent, session } = setUp({ me: null });
  for (let index = 0; index < 80; index++) sink.take(index % 2 === 0 ? bell : share);
  session.setState({ me: aMe() });
  sink.flush();
  expect(sent().map((events) => events.length)).toEqual([50]);
});

it('never retries', async () => {
  const { sink, network } = setUp();
  network.unplug(recordAnalytics);
  sink.take(bell);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(network.calls(recordAnalytics)).toHaveLength(1);
});
