import type { AnalyticsEvent } from '../contract/analytics';
import type { Me } from '../contract/users';
import { type AnalyticsConsent, createSessionStore } from '../session/session-store';
import { aMe } from '../testing/builders';
import { createRecorder } from './recorder';

function setUp({
  me = aMe(),
  analyticsConsent = 'granted',
}: { me?: Me | null; analyticsConsent?: AnalyticsConsent } = {}) {
  const session = createSessionStore({ me, analyticsConsent });
  const taken: AnalyticsEvent[] = [];
  const record = createRecorder(session, {
    take: (event) => taken.push(event),
    flush: () => undefined,
    stop: () => undefined,
  });
  return { session, taken, record };
}

it.each<[string, Me | null, AnalyticsEvent['label']]>([
  ['nobody', null, 'CreateAccount'],
  ['a visitor', aMe('anonymous'), 'CreateAccount'],
  ['an adult', aMe(), 'PurchaseEvent'],
  ['a professional', aMe('professional'), 'PurchaseEvent'],
  ['a student', aMe('student'), 'Subscription'],
  ['a pupil', aMe('school'), 'Subscription'],
  ['a subscriber', aMe('adult', { isSubscribed: true }), 'JoinEvent'],
  ['a student with a plan', aMe('student', { isSubscribed: true }), 'JoinEvent'],
])('labels what %s does', (_who, me, label) => {
  const { record, taken } = setUp({ me });
  record('click_share');
  expect(taken).toEqual([{ name: 'click_share', label }]);
});

it.each<[string, Parameters<typeof setUp>[0]]>([
  ['before anybody was asked', { analyticsConsent: null }],
  ['of who has refused', { analyticsConsent: 'denied' }],
  ['of a child, whoever has agreed on this device', { me: aMe('child') }],
])('records nothing %s', (_when, given) => {
  const { record, taken } = setUp(given);
  record('view_top');
  expect(taken).toEqual([]);
});

it('records nothing twice in a row, and the same again after something else', () => {
  const { record, taken } = setUp();
  for (const name of ['click_bell', 'click_bell', 'view_top', 'click_bell'] as const) record(name);
  expect(taken.map(({ name }) => name)).toEqual(['click_bell', 'view_top', 'click_bell']);
});

it('tells the same of the visitor and of the person they turn out to be apart', () => {
  const { record, taken, session } = setUp({ me: null });
  record('view_event');
  session.setState({ me: aMe() });
  record('view_event');
  expect(taken.map(({ label }) => label)).toEqual(['CreateAccount', 'PurchaseEvent']);
});

it('begins with the consent, and what came before stays untold', () => {
  const { record, taken, session } = setUp({ analyticsConsent: null });
  record('view_top');
  session.setState({ analyticsConsent: 'granted' });
  record('click_share');
  expect(taken.map(({ name }) => name)).toEqual(['click_share']);
});
