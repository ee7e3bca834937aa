type Hold = (lock: object) => Promise<unknown>;

/** Fake of the browser's lock manager, as far as the shell uses it: one name, queued requests, and stolen locks. */
export class FakeLocks {
  private holder: { lose: () => void } | undefined;
  private readonly waiting: (() => void)[] = [];

  /** Installs these as the browser's locks. Returns a function that removes them. */
  install(): () => void {
    Object.defineProperty(navigator, 'locks', { configurable: true, value: this });
    return () => void Reflect.deleteProperty(navigator, 'locks');
  }

  request(_name: string, options: { steal?: boolean } | Hold, given?: Hold): Promise<unknown> {
    const hold = given ?? (options as Hold);
    const isFirst = given !== undefined && (options as { steal?: boolean }).steal === true;
    return new Promise((resolve, reject) => {
      const start = () => {
        const holder = { lose: () => reject(new DOMException('The lock was taken away.', 'AbortError')) };
        this.holder = holder;
        void hold({})
          .then(resolve, reject)
          .finally(() => {
            if (this.holder !== holder) return;
            this.holder = undefined;
            this.waiting.shift()?.();
          });
      };
      if (isFirst) this.holder?.lose();
      if (isFirst || !this.holder) start();
      else this.waiting.push(start);
    });
  }
}
