import { secondsInDay } from 'date-fns/constants';
import type { Stripe } from 'stripe';

import { deleteCustomer, deletedForm } from '../customers/customers';
import { emit, emitChange } from '../events/emit';
import { route } from '../http/route';
import { invalid } from '../http/stripe-error';
import { params, required, text, timestamp } from '../params/rules';
import { newId } from '../work/ids';
import type { Kinds } from '../work/kinds';
import { listPage, PAGE, type PageParams } from '../work/lists';
import type { Work } from '../work/work';

type TestClock = Kinds['test_helpers.test_clock'];

const KIND = 'test_helpers.test_clock';
const PATH = '/v1/test_helpers/test_clocks';
const LIFE_SECONDS = 30 * secondsInDay;
const MAX_STEP_SECONDS = 3 * 366 * secondsInDay;

/** Returns the work at the time of a test clock. While the clock advances, that is the time of the due object. */
export async function atTestClock(work: Work, clockId: string): Promise<Work> {
  if (work.options.timeline === clockId) return work;
  const clock = await work.get(KIND, clockId, 'test_clock');
  return work.at(clock.frozen_time, clockId);
}

/** Returns the clocks that are advancing, across all accounts. */
export const advancingClocks = (work: Work) => work.list({ kind: KIND, keys: ['status:advancing'] });

/** Marks a clock as ready at its new time once its timeline is processed. */
export async function finishAdvance(work: Work, clockId: string): Promise<void> {
  const clock = await work.find(KIND, clockId);
  const target = clock?.status_details.advancing?.target_frozen_time;
  if (!clock || target === undefined) return;
  await emitChange<TestClock>(work, 'test_helpers.test_clock.ready', clock, {
    frozen_time: target,
    status: 'ready',
    status_details: {},
  });
}

async function advance(work: Work, clock: TestClock, to: number): Promise<TestClock> {
  if (clock.status !== 'ready')
    throw invalid('Test clock advancement underway - cannot advance it again yet.', 'test_clock_advancing');
  if (to <= clock.frozen_time || to > clock.frozen_time + MAX_STEP_SECONDS)
    throw invalid('The clock can be advanced to a later time, by three years at most.', undefined, 'frozen_time');
  await emitChange<TestClock>(work, 'test_helpers.test_clock.advancing', clock, {
    status: 'advancing',
    status_details: { advancing: { target_frozen_time: to } },
  });
  work.settings.wake();
  return clock;
}

/** Deletes the clock and its customers, whose subscriptions end. */
async function remove(work: Work, clock: TestClock): Promise<object> {
  for (const { id } of await work.list({ kind: 'customer', keys: [`test_clock:${clock.id}`] }))
    await deleteCustomer(work, id);
  work.remove(clock);
  await emit(work, 'test_helpers.test_clock.deleted', clock);
  return deletedForm(clock);
}

export const testClockRoutes = [
  route({
    method: 'POST',
    path: PATH,
    params: params<Stripe.TestHelpers.TestClockCreateParams>({
      frozen_time: required(timestamp),
      name: text({ max: 300 }),
    }),
    handle: async ({ work, params: given }) => {
      const clock = work.save<typeof KIND>({
        id: newId('clock'),
        object: KIND,
        created: work.now,
        deletes_after: work.now + LIFE_SECONDS,
        frozen_time: given.frozen_time,
        livemode: false,
        name: given.name ?? null,
        status: 'ready',
        status_details: {},
      });
      await emit(work, 'test_helpers.test_clock.created', clock);
      return clock;
    },
  }),
  route({
    method: 'GET',
    path: PATH,
    params: params<PageParams>(PAGE),
    handle: ({ work, params: given }) => listPage(work, KIND, PATH, given),
  }),
  route({
    method: 'GET',
    path: `${PATH}/:id`,
    params: params<object>({}),
    handle: ({ work, id }) => work.get(KIND, id),
  }),
  route({
    method: 'POST',
    path: `${PATH}/:id/advance`,
    params: params<Stripe.TestHelpers.TestClockAdvanceParams>({ frozen_time: required(timestamp) }),
    handle: async ({ work, id, params: { frozen_time: to } }) => advance(work, await work.get(KIND, id), to),
  }),
  route({
    method: 'DELETE',
    path: `${PATH}/:id`,
    params: params<object>({}),
    handle: async ({ work, id }) => remove(work, await work.get(KIND, id)),
  }),
];
