import type { DemoOptions } from './seed-demo';

/** Moves the demo's dates to around `now`: what was live is live again, what was to come is to come. */
export async function redateDemo(_options: DemoOptions): Promise<void> {
  throw new Error('not yet');
}
