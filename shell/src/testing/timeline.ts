/** Replaces the browser's observers, which jsdom lacks: buffered entries, then those that follow. */
export class Timeline {
  private readonly entries: object[] = [];
  private readonly observers = new Set<{ type: string; notify: (entries: object[]) => void }>();

  constructor() {
    const { entries, observers } = this;
    class Observer {
      static supportedEntryTypes = ['mark', 'longtask', 'resource', 'layout-shift'];
      private readonly own = { type: '', notify: (found: object[]) => this.notify({ getEntries: () => found }) };
      constructor(private readonly notify: (list: { getEntries: () => object[] }) => void) {}
      observe({ type }: { type: string }) {
        this.own.type = type;
        observers.add(this.own);
        this.own.notify(entries.filter((entry) => (entry as { entryType: string }).entryType === type));
      }
      disconnect() {
        observers.delete(this.own);
      }
    }
    Object.defineProperty(globalThis, 'PerformanceObserver', { value: Observer, configurable: true });
  }

  add(entry: { entryType: string; name: string; startTime: number; duration: number; [more: string]: unknown }) {
    this.entries.push(entry);
    for (const observer of this.observers) if (observer.type === entry.entryType) observer.notify([entry]);
  }
}
