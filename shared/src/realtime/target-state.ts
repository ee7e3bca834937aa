import type { LiveUpdate, LiveValue } from './target';

/** All that is known of a target, kept by the updates that tell of it. */
export class LiveState {
  private readonly values = new Map<string, LiveValue>();
  private order: readonly string[] = [];
  /** Whether the service has confirmed what stands here. */
  isLive = false;

  take(update: LiveUpdate): void {
    if (update.isWhole) this.values.clear();
    for (const [id, value] of update.changed) this.values.set(id, value);
    for (const id of update.removed) this.values.delete(id);
    if (update.order) this.order = update.order;
    this.isLive = update.isLive;
  }

  /** The values in their order. One that has not changed is the same object as before. */
  list(): LiveValue[] {
    return this.order.map((id) => this.values.get(id)).filter((value) => value !== undefined);
  }

  /** Everything, for somebody who has heard of nothing yet. */
  whole(): LiveUpdate {
    return { isWhole: true, changed: [...this.values], removed: [], order: this.order, isLive: this.isLive };
  }
}
