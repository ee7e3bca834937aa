import type { StripeError } from '@stripe/stripe-js';

import { type ApiOptions, call } from './api';
import type { FieldsSettings, MethodType, Theme } from './channel';
import { type ElementOptions, EngineElement } from './element';
import { inLanguage, localeOf } from './language';

interface Appearance {
  readonly theme?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

export interface GroupOptions {
  readonly clientSecret?: string;
  readonly mode?: 'payment' | 'setup' | 'subscription';
  readonly locale?: string;
  readonly appearance?: Appearance;
  readonly paymentMethodTypes?: readonly string[];
  readonly allowedPaymentMethodTypes?: readonly string[];
}

const KNOWN: readonly MethodType[] = ['card', 'paypay'];

const themeOf = ({ theme }: Appearance): Theme => (theme === 'night' ? 'dark' : 'light');

/** The result of `stripe.elements()`: elements that belong to one payment. */
export class EngineElements {
  readonly #elements = new Map<string, EngineElement>();
  #options: GroupOptions;
  #intentMethods: readonly string[] | undefined;

  constructor(
    private readonly api: ApiOptions,
    options: GroupOptions,
  ) {
    this.#options = options;
    if (options.clientSecret) void this.fetchUpdates();
  }

  get clientSecret(): string | undefined {
    return this.#options.clientSecret;
  }
  get locale(): string {
    return localeOf(this.#options.locale ?? this.api.locale);
  }

  create(type: string, options: ElementOptions = {}): EngineElement {
    if (type !== 'payment' && type !== 'card')
      throw new Error(`The engine has no element '${type}': it has 'payment' and 'card'.`);
    if (this.#elements.has(type)) throw new Error(`Can only create one element of type ${type}.`);
    const element = new EngineElement(
      type,
      this.api.origin,
      () => this.#settings(),
      options,
      () => this.#elements.delete(type),
    );
    this.#elements.set(type, element);
    return element;
  }

  getElement(type: unknown): EngineElement | null {
    const name = typeof type === 'string' ? type : (type as { __elementType?: string } | null)?.__elementType;
    return this.#elements.get(name ?? '') ?? null;
  }

  update(options: Partial<GroupOptions>): void {
    this.#options = { ...this.#options, ...options };
    for (const element of this.#elements.values()) element.refresh();
  }

  /** Queries the payment methods that the intent accepts. */
  async fetchUpdates(): Promise<{ error?: { message: string; status?: string } }> {
    const { clientSecret } = this.#options;
    if (!clientSecret) return {};
    const kind = clientSecret.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
    const path = `/v1/${kind}/${clientSecret.split('_secret_')[0]}`;
    const found = await call<{ payment_method_types: string[] }>(this.api, 'GET', path, {
      client_secret: clientSecret,
    });
    if ('error' in found) return { error: { message: found.error.message ?? '' } };
    this.#intentMethods = found.value.payment_method_types;
    for (const element of this.#elements.values()) element.refresh();
    return {};
  }

  /** Validates the input before anything is confirmed. */
  async submit(): Promise<{ error: StripeError } | { error?: undefined; selectedPaymentMethod: string }> {
    const result = await this.input.validate();
    return 'error' in result ? { error: this.#localized(result.error) } : { selectedPaymentMethod: result.selected };
  }

  /** Creates a payment method from the input. The card goes from the frame to the engine; the page gets only its id. */
  makeMethod(details: Readonly<Record<string, unknown>>) {
    return this.input.makeMethod(details);
  }

  /** Returns the element in which the customer pays. */
  get input(): EngineElement {
    const element = this.#elements.get('payment') ?? this.#elements.get('card');
    if (!element) throw new Error('Create and mount a payment element first.');
    return element;
  }

  #localized(error: StripeError): StripeError {
    return inLanguage(error, this.locale);
  }

  #settings(): Omit<FieldsSettings, 'isDisabled' | 'layout'> {
    const { appearance = {}, allowedPaymentMethodTypes, paymentMethodTypes } = this.#options;
    const asked = this.#intentMethods ?? allowedPaymentMethodTypes ?? paymentMethodTypes ?? KNOWN;
    return {
      key: this.api.key,
      account: this.api.account,
      methods: KNOWN.filter((method) => asked.includes(method)),
      locale: this.locale,
      theme: themeOf(appearance),
      variables: appearance.variables ?? {},
    };
  }
}
