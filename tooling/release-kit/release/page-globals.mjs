// Changes of a page's scripts to shared globals. Both functions run in the page, so each is self-contained.

/**
 * Remembers the globals of a page and the properties of its built-ins. Runs before its first script.
 */
export function recordGlobals() {
  /** Own properties, without running a getter: name to value, or to getter and setter. */
  const propertiesOf = (object) =>
    new Map(
      Reflect.ownKeys(object).map((key) => {
        const { value, get, set } = Object.getOwnPropertyDescriptor(object, key) ?? {};
        return [key, [value, get, set]];
      }),
    );
  /** What Playwright puts into a page to record it. */
  const isOfTool = (name) => name.startsWith('__playwright') || name.startsWith('__pw');
  /** Objects by name: the window, each built-in with its prototype, and what scripts reach by it. */
  const shared = new Map([['window', window]]);
  for (const [key, [value]] of propertiesOf(window)) {
    if (typeof key !== 'string' || isOfTool(key) || value === window) continue;
    const isBuiltIn = typeof value === 'function' || (typeof value === 'object' && value !== null);
    if (!isBuiltIn) continue;
    shared.set(key, value);
    if (typeof value === 'function' && value.prototype) shared.set(`${key}.prototype`, value.prototype);
  }
  for (const name of ['navigator', 'history']) shared.set(name, window[name]);
  const before = [...shared].map(([name, object]) => ({ name, object, earlier: propertiesOf(object) }));
  Object.defineProperty(window, Symbol.for('manabiba.gate.globals'), {
    value: () =>
      before.flatMap(({ name, object, earlier }) => {
        const now = propertiesOf(object);
        return [...new Set([...earlier.keys(), ...now.keys()])]
          .filter((key) => typeof key === 'string' && !/^\d+$/.test(key) && !isOfTool(key))
          .filter((key) => {
            const [was, is] = [earlier.get(key), now.get(key)];
            return !was || !is || was.some((part, index) => !Object.is(part, is[index]));
          })
          .map((key) => `${name}.${String(key)}`);
      }),
  });
}

/**
 * Returns the globals that were added, replaced or removed since, as `window.name` or `Array.prototype.name`.
 * @returns {string[]}
 */
export function differenceOfGlobals() {
  return window[Symbol.for('manabiba.gate.globals')]();
}
