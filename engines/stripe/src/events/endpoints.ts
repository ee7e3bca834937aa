import type { Work } from '../work/work';

/** Static endpoints are named by their place among the options. */
const STATIC = /^static_(\d+)$/;

export interface Target {
  readonly url: string;
  readonly secret: string;
}

/** The ids of the endpoints that want events of this type of the work's account. */
export async function endpointsFor(work: Work, type: string): Promise<string[]> {
  const isConnected = work.account !== '';
  const wants = (events: readonly string[], connect: boolean) =>
    connect === isConnected && (events.includes('*') || events.includes(type));
  const configured = work.settings.staticEndpoints.flatMap(({ enabledEvents = ['*'], connect = false }, place) =>
    wants(enabledEvents, isConnected && connect) ? [`static_${place}`] : [],
  );
  const registered = await work.in('').list({ kind: 'webhook_endpoint', keys: ['status:enabled'] });
  return [
    ...configured,
    ...registered.filter((each) => wants(each.enabled_events, each._isConnect)).map(({ id }) => id),
  ];
}

/** Where a delivery goes; undefined once the endpoint is gone or disabled. */
export async function targetOf(work: Work, endpoint: string): Promise<Target | undefined> {
  const place = STATIC.exec(endpoint)?.[1];
  if (place !== undefined) return work.settings.staticEndpoints[Number(place)];
  const found = await work.in('').find('webhook_endpoint', endpoint);
  return found && found.status === 'enabled' ? { url: found.url, secret: found._secret } : undefined;
}
