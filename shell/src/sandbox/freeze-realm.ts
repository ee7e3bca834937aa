/** Objects of the language that no global names. */
const unnamed = (): object[] => [
  Object.getPrototypeOf(function* generator() {}),
  Object.getPrototypeOf(async () => undefined),
  Object.getPrototypeOf(async function* generator() {}),
  Object.getPrototypeOf([].values()),
  Object.getPrototypeOf(new Map().values()),
  Object.getPrototypeOf(new Set().values()),
  Object.getPrototypeOf(''[Symbol.iterator]()),
  Object.getPrototypeOf(''.matchAll(/./g)),
  Object.getPrototypeOf(Object.getPrototypeOf((async function* generator() {})())),
];

/**
 * Freezes everything of the language in this realm, so that no page and no module leaves a changed prototype to the
 * next. The global object keeps what it has, and what is added to it can be removed again.
 */
export function freezeRealm(): void {
  const seen = new Set<unknown>([globalThis]);
  const waiting: unknown[] = [...valuesIn(globalThis), ...unnamed()];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (!isObject(next) || seen.has(next)) continue;
    seen.add(next);
    waiting.push(...valuesIn(next), Object.getPrototypeOf(next));
  }
  seen.delete(globalThis);
  for (const prototype of overridden()) for (const name of Reflect.ownKeys(prototype)) letOverride(prototype, name);
  for (const each of seen) Object.freeze(each);
  for (const name of Reflect.ownKeys(globalThis)) fix(globalThis, name);
}

/**
 * Prototypes whose properties are assigned to on objects that inherit them: `this.name = …`, `Sub.prototype.toString =
 * …`.
 */
const overridden = (): object[] => [
  Object.prototype,
  Function.prototype,
  ...[Error, AggregateError, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map(
    ({ prototype }) => prototype,
  ),
];

/**
 * Turns a property into accessors that write to the object itself. A frozen property would make the assignment throw on
 * every object that inherits it.
 */
function letOverride(prototype: object, name: PropertyKey): void {
  const property = Object.getOwnPropertyDescriptor(prototype, name);
  if (!property?.configurable || !('value' in property)) return;
  const { value, enumerable = false } = property as { value: unknown; enumerable?: boolean };
  Object.defineProperty(prototype, name, {
    enumerable,
    configurable: true,
    get: Object.freeze(() => value),
    set: Object.freeze(function set(this: object, own: unknown) {
      if (this === prototype) throw new TypeError(`${String(name)} cannot be changed.`);
      Object.defineProperty(this, name, { value: own, enumerable: true, writable: true, configurable: true });
    }),
  });
}

function valuesIn(object: object): unknown[] {
  return Reflect.ownKeys(object).flatMap((name) => {
    const property = Object.getOwnPropertyDescriptor(object, name);
    return property ? [property.value, property.get, property.set] : [];
  });
}

function fix(object: object, name: PropertyKey): void {
  const property = Object.getOwnPropertyDescriptor(object, name);
  if (property?.configurable)
    Object.defineProperty(object, name, { configurable: false, ...('value' in property && { writable: false }) });
}

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';
