import fc from 'fast-check';

import { expectEqualLedger } from '../../testing/start-paying-app';
import { type CardName, type PlanWorld, startPlanWorld } from './testing/plan-world';

let world: PlanWorld;
beforeAll(async () => {
  world = await startPlanWorld();
});
afterEach(() => expectEqualLedger(world));
afterAll(() => world.close());

/** Allowed state transitions of a subscription; staying in a state is always allowed. */
const LEGAL: Record<string, readonly string[]> = {
  none: ['trialing', 'active', 'incomplete'],
  incomplete: ['none', 'trialing', 'active'],
  trialing: ['active', 'will_cancel', 'past_due', 'cancelled'],
  active: ['past_due', 'will_cancel', 'cancelled'],
  past_due: ['active', 'will_cancel', 'cancelled'],
  will_cancel: ['active', 'trialing', 'past_due', 'cancelled'],
  cancelled: ['trialing', 'active', 'incomplete', 'none'],
};
const RUNNING = new Set(['trialing', 'active', 'past_due', 'will_cancel']);

interface Model {
  state: string;
}

/** An action of the user or the clock, run in sequence. */
class Step implements fc.AsyncCommand<Model, PlanWorld> {
  constructor(
    readonly name: string,
    readonly act: (real: PlanWorld) => Promise<unknown>,
    /** Time passes in this step, so several transitions may lie between. */
    readonly isLong = false,
  ) {}
  check = () => true;
  toString = () => this.name;
  async run(model: Model, real: PlanWorld): Promise<void> {
    await this.act(real);
    const plan = await real.planOf('adult');
    const state: string = plan?.state ?? 'none';
    if (!this.isLong && state !== model.state) expect(LEGAL[model.state]).toContain(state);
    model.state = state;
    await holds(real, state);
  }
}

/** Checks the invariant: the account's flags, the provider and the books agree. */
async function holds(real: PlanWorld, state: string): Promise<void> {
  const me = await real.me('adult');
  expect(me.isSubscribed).toBe(RUNNING.has(state));
  expect(me.stripeInvoiceStatus === 'open').toBe(state === 'past_due');
  const made = await real.allAtProvider('adult');
  const running = made.filter(({ status }) => ['trialing', 'active', 'past_due'].includes(status));
  expect(running).toHaveLength(RUNNING.has(state) ? 1 : 0);
  const rows = await real.db.selectFrom('payments').select('amount').where('kind', '=', 'subscription').execute();
  const ids = new Set(made.map(({ id }) => id));
  let paid = 0;
  for await (const invoice of real.stripe.invoices.list({ status: 'paid', limit: 100 }))
    if (ids.has(String(invoice.parent?.subscription_details?.subscription))) paid += invoice.amount_paid;
  expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(paid);
}

const card = fc.constantFrom<CardName[]>('visa', 'mastercard', 'failing', 'declined');
const days = fc.integer({ min: 1, max: 20 });
const remove = (real: PlanWorld) =>
  real.app.inject({
    method: 'DELETE',
    url: '/v1/me/subscriptions',
    headers: { authorization: `Bearer ${real.tokens.adult}` },
  });
const steps = [
  card.map((name) => new Step(`subscribe(${name})`, (real) => real.subscribe('adult', name, { trialDays: 0 }))),
  fc.constant(new Step('subscribe(trial)', (real) => real.subscribe('adult', 'jcb'))),
  fc.constant(new Step('cancel', remove)),
  fc.constant(new Step('resume', (real) => real.as('adult').patch('/me/subscriptions', { resume: true }))),
  fc.constant(new Step('pay', (real) => real.as('adult').patch('/me/subscriptions', { pay: true }))),
  card.map(
    (name) =>
      new Step(`card(${name})`, async (real) =>
        real.as('adult').patch('/me/subscriptions', { paymentMethodId: await real.card(name) }),
      ),
  ),
  days.map((count) => new Step(`pass(${count})`, (real) => real.pass(count), true)),
];

it('never takes a forbidden transition, whatever the user and the clock do', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(steps, { maxCommands: 14, size: 'max' }), async (commands) => {
      await world.deliverWebhooks();
      await world.clear();
      await fc.asyncModelRun(() => ({ model: { state: 'none' }, real: world }), commands);
    }),
    { numRuns: 8, endOnFailure: true },
  );
}, 300_000);
