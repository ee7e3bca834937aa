import { newId } from '../work/ids';
import type { EngineEvent, EngineObject } from '../work/kinds';
import { visible } from '../work/render';
import type { Work } from '../work/work';
import { endpointsFor } from './endpoints';

/**
 * Records an event with a snapshot of the object, and a delivery for each subscribed endpoint, in the transaction of
 * the change.
 */
export async function emit(
  work: Work,
  type: string,
  object: EngineObject,
  previous?: Record<string, unknown>,
): Promise<void> {
  if (work.options.isPast) return;
  const endpoints = await endpointsFor(work, type);
  const { asked, account } = work.options;
  const event = work.save<'event'>({
    id: newId('evt'),
    object: 'event',
    ...(account === '' ? {} : { account }),
    api_version: work.settings.apiVersion,
    created: work.now,
    data: {
      object: structuredClone(visible(object)),
      ...(previous && { previous_attributes: structuredClone(previous) }),
    },
    livemode: false,
    pending_webhooks: endpoints.length,
    request: { id: asked?.requestId ?? null, idempotency_key: asked?.idempotencyKey ?? null },
    type,
  });
  for (const endpoint of endpoints) deliver(work, event, endpoint);
}

/** Applies `change` to the object and emits the event, with the replaced values in `previous_attributes`. */
export async function emitChange<T extends EngineObject>(
  work: Work,
  type: string,
  object: T,
  change: Partial<T>,
): Promise<void> {
  const previous: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(change)) {
    const before = (object as unknown as Record<string, unknown>)[name];
    if (!name.startsWith('_') && JSON.stringify(before) !== JSON.stringify(value)) previous[name] = before ?? null;
  }
  Object.assign(object, change);
  work.save(object);
  await emit(work, type, object, previous);
}

/** Schedules the delivery of an event to an endpoint, and a duplicate when that fault is injected. */
export function deliver(work: Work, event: EngineEvent, endpoint: string): void {
  const { faults, random, clockMs } = work.settings;
  const { duplicate, delayMs } = faults();
  const copies = random() < duplicate ? 2 : 1;
  for (let copy = 0; copy < copies; copy += 1) {
    work
      .in('')
      .save<'delivery'>({
        id: newId('delivery'),
        object: 'delivery',
        created: work.now,
        event: event.id,
        eventAccount: event.account ?? '',
        endpoint,
        attempts: 0,
        isCopy: copy > 0,
        dueAtMs: clockMs() + Math.floor(random() * delayMs),
      });
  }
}
