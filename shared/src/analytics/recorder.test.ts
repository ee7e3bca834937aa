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
  ['a viewer without a session', null, 'CreateAccount'],
  ['a visitor', aMe('anonymous'), 'CreateAccount'],
  ['an adult', aMe(), 'PurchaseEvent'],
  ['a professional', aMe('professional'), 'PurchaseEvent'],
  ['a student', aMe('student'), 'Subscription'],
  ['a pupil', aMe('school'), 'Subscription'],
  ['a subscriber', aMe('adult', { isSubscribed: true }), 'JoinEvent'],
  ['a student with a plan', aMe('student', { isSubscribed: true }), 'JoinEvent'],
])('labels events of %s', (_who, me, label) => {
  const { record, taken } = setUp({ me });
  record('click_share');
  expect(taken).toEqual([{ name: 'click_share', label }]);
});

it.each<[string, Parameters<typeof setUp>[0]]>([
  ['before consent was requested', { analyticsConsent: null }],
  ['for a user who has refused', { analyticsConsent: 'denied' }],
  ['for a child, even if consent was given on this device', { me: aMe('child') }],
])('records nothing %s', (_when, given) => {
  const { record, taken } = setUp(given);
  record('view_top');
  expect(taken).toEqual([]);
});

it('drops immediate repetitions, but records the same event again after another one', () => {
  const { record, taken } = setUp();
  for (const name of ['click_bell', 'click_bell', 'view_top', 'click_bell'] as const) record(name);
  expect(taken.map(({ name }) => name)).toEqual(['click_bell', 'view_top', 'click_bell']);
});

it('does not deduplicate between the visitor and the user they sign in as', () => {
  const { record, taken, session } = setUp({ me: null });
  record('view_event');
  session.setState({ me: aMe() });
  record('view_event');
  expect(taken.map(({ label }) => label)).toEqual(['CreateAccount', 'PurchaseEvent']);
});

it('starts with the consent and drops earlier events', () => {
  const { record, taken, session } = setUp({ analyticsConsent: null });
  record('view_top');
  session.setState({ analyticsConsent: 'granted' });
  record('click_share');
  expect(taken.map(({ name }) => name)).toEqual(['click_share']);
});
