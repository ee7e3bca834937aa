import type { LiveUpdate, LiveValue } from './target';

/** The state of a target, built from its updates. */
export class LiveState {
  private readonly values = new Map<string, LiveValue>();
  private order: readonly string[] = [];
  /** Whether the service has confirmed this state. */
  isLive = false;

  take(update: LiveUpdate): void {
    if (update.isWhole) this.values.clear();
    for (const [id, value] of update.changed) this.values.set(id, value);
    for (const id of update.removed) this.values.delete(id);
    if (update.order) this.order = update.order;
    this.isLive = update.isLive;
  }

  /** The values in order. An unchanged value keeps its identity. */
  list(): LiveValue[] {
    return this.order.map((id) => this.values.get(id)).filter((value) => value !== undefined);
  }

  /** Returns the whole state as one update, for a new observer. */
  whole(): LiveUpdate {
    return { isWhole: true, changed: [...this.values], removed: [], order: this.order, isLive: this.isLive };
  }
}
