import { Deliveries } from './events/deliveries';
import { dueHandlers, hooks } from './nouns';
import {
  API_VERSION,
  DEFAULT_DELAYS,
  DEFAULT_FEES,
  DEFAULT_RETRY_MS,
  DEFAULT_TIMEOUT_MS,
  type StripeEngineOptions,
} from './options';
import { type EngineClock, engineClock } from './time/clock';
import { runDue, type RunningDue } from './time/run-due';
import { advancingClocks, finishAdvance } from './time/test-clocks';
import { type RequestIds, type Faults, type Settings, Work, type WorkOptions } from './work/work';

export interface AssemblyDeps {
  readonly url: () => string;
  readonly faults: () => Faults;
  readonly wake: () => void;
  readonly onFailure: (failure: unknown) => void;
}

/** Assembles the parts of an engine except its server. */
export function assemble(options: StripeEngineOptions, deps: AssemblyDeps) {
  const realMs = options.clock ?? Date.now;
  const { storage, webhooks = {} } = options;
  const { onFailure } = deps;
  const settings = settingsOf(options, realMs, deps);
  const workOptions = (transaction: WorkOptions['transaction'], account = '', asked?: RequestIds): WorkOptions => ({
    transaction,
    account,
    now: clock.nowSeconds(),
    settings,
    asked,
  });
  const ownOptions = (transaction: WorkOptions['transaction']) => workOptions(transaction);
  const clock: EngineClock = engineClock(storage, realMs, ownOptions);
  const deliveries = new Deliveries({
    storage,
    workOptions: ownOptions,
    nowMs: realMs,
    timeoutMs: webhooks.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    retryMs: webhooks.retryMs ?? DEFAULT_RETRY_MS,
    onFailure,
  });
  const running = { storage, handlers: dueHandlers, workOptions: ownOptions, onFailure };
  const doWhatIsDue = async () => {
    await clock.load();
    await runDue(running, 'idempotency_record', realMs());
    await runDue(running, '', clock.nowMs());
    await advanceTestClocks(running);
    await deliveries.send();
  };
  return { realMs, clock, deliveries, workOptions, doWhatIsDue };
}

/** Advances each test clock to its target once everything due on the way is done. */
async function advanceTestClocks(running: RunningDue): Promise<void> {
  const { storage, workOptions } = running;
  const clocks = await storage.read((transaction) => advancingClocks(new Work(workOptions(transaction))));
  for (const { id, status_details: details } of clocks) {
    await runDue(running, id, (details.advancing?.target_frozen_time ?? 0) * 1000);
    await storage.write((transaction) => finishAdvance(new Work(workOptions(transaction)), id));
  }
}

function settingsOf(options: StripeEngineOptions, realMs: () => number, { url, faults, wake }: AssemblyDeps): Settings {
  const delays = { ...DEFAULT_DELAYS, ...options.delays };
  return {
    publicUrl: () => options.publicUrl?.(url()).replace(/\/$/, '') ?? url(),
    apiVersion: API_VERSION,
    fees: { ...DEFAULT_FEES, ...options.fees },
    availableAfterSeconds: delays.available,
    refundDelaySeconds: delays.refund,
    paypayProcessingSeconds: delays.paypay,
    payoutSeconds: delays.payout,
    staticEndpoints: options.webhooks?.endpoints ?? [],
    clockMs: realMs,
    faults,
    random: options.random ?? Math.random,
    hooks,
    wake,
  };
}
