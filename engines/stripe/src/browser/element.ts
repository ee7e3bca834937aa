import type { FieldsLayout, FieldsSettings, FieldsState } from './channel';
import { FieldFrame } from './field-frame';
import { labelsIn } from './language';

type Listener = (event: unknown) => void;

export interface ElementOptions {
  readonly disabled?: boolean;
  readonly readOnly?: boolean;
}

/** An element created by `elements.create('payment' | 'card')`. */
export class EngineElement {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #frame: FieldFrame;
  #options: ElementOptions;
  #isDestroyed = false;

  constructor(
    readonly type: FieldsLayout,
    origin: string,
    private readonly settings: () => Omit<FieldsSettings, 'isDisabled' | 'layout'>,
    options: ElementOptions,
    private readonly onDestroy: () => void,
  ) {
    this.#options = options;
    const emitter = (name: string) => () => this.#emit(name, { elementType: type });
    const events = {
      ready: emitter('ready'),
      focus: emitter('focus'),
      blur: emitter('blur'),
      escape: emitter('escape'),
      loaderror: () => this.#emit('loaderror', { elementType: type, error: { type: 'api_connection_error' } }),
      change: (state: FieldsState) => this.#emit('change', changeEvent(type, state)),
    };
    this.#frame = new FieldFrame(origin, this.#whole(), events, labelsIn(settings().locale));
  }

  mount(place: HTMLElement | string): this {
    if (this.#isDestroyed) throw new Error('This element has been destroyed. Create a new one.');
    const node = typeof place === 'string' ? document.querySelector<HTMLElement>(place) : place;
    if (!node) throw new Error(`The selector you specified (${String(place)}) applies to no DOM elements.`);
    this.#frame.mount(node);
    this.#emit('loaderstart', { elementType: this.type });
    return this;
  }

  unmount(): this {
    this.#frame.unmount();
    return this;
  }

  destroy(): this {
    this.unmount();
    this.#isDestroyed = true;
    this.#listeners.clear();
    this.onDestroy();
    return this;
  }

  on(name: string, listener: Listener): this {
    const known = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, known.add(listener));
    return this;
  }

  once(name: string, listener: Listener): this {
    const once: Listener = (event) => {
      this.off(name, once);
      listener(event);
    };
    return this.on(name, once);
  }

  off(name: string, listener?: Listener): this {
    if (listener) this.#listeners.get(name)?.delete(listener);
    else this.#listeners.delete(name);
    return this;
  }

  update(options: ElementOptions): this {
    this.#options = { ...this.#options, ...options };
    return this.refresh();
  }

  /** Sends the changes of `elements.update` to the frame. */
  refresh(): this {
    this.#frame.update(this.#whole());
    return this;
  }

  focus(): void {
    this.#frame.command('focus');
  }
  blur(): void {
    this.#frame.command('blur');
  }
  clear(): void {
    this.#frame.command('clear');
  }
  /** Stripe's payment element collapses its payment methods; here they are always visible. */
  collapse(): void {}

  validate() {
    return this.#frame.validate();
  }
  makeMethod(details: Readonly<Record<string, unknown>>) {
    return this.#frame.makeMethod(details);
  }

  #whole(): FieldsSettings {
    const { disabled = false, readOnly = false } = this.#options;
    return { ...this.settings(), layout: this.type, isDisabled: disabled || readOnly };
  }

  #emit(name: string, event: unknown): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(event);
  }
}

function changeEvent(type: FieldsLayout, { isComplete, isEmpty, method, brand, error }: FieldsState): object {
  const common = { elementType: type, complete: isComplete, empty: isEmpty };
  return type === 'card'
    ? { ...common, brand, error: error ?? undefined }
    : { ...common, collapsed: false, value: { type: method } };
}
