import type { StripeError } from '@stripe/stripe-js';

import { type ApiOptions, createMethod, intentIdOf, type Param, retrieveIntent } from './api';
import { asPayment, asSetup, confirmAndAct, handleAction, type IntentResult } from './confirm';
import { EngineElement } from './element';
import { EngineElements, type GroupOptions } from './elements';
import { localeOf } from './language';

type Params = Readonly<Record<string, Param>>;

interface ConfirmOptions {
  readonly elements?: EngineElements;
  readonly clientSecret?: string;
  readonly confirmParams?: Params & { readonly return_url?: string };
  readonly redirect?: 'always' | 'if_required';
}

interface CardConfirmation {
  readonly payment_method?: string | (Params & { readonly card?: EngineElement });
  readonly return_url?: string;
}

type CardArguments = [clientSecret: string, confirmation?: CardConfirmation, options?: { handleActions?: boolean }];

const EMPTY: Params = {};

async function confirm(api: ApiOptions, options: ConfirmOptions): Promise<IntentResult> {
  const { elements, confirmParams = {}, redirect = 'always' } = options;
  const clientSecret = options.clientSecret ?? elements?.clientSecret;
  if (!clientSecret) throw new Error('Pass the clientSecret of the intent.');
  const { return_url: returnUrl, payment_method_data: data, ...rest } = confirmParams;
  if (redirect === 'always' && !returnUrl) throw new Error('Pass confirmParams.return_url.');
  let params: Params = rest;
  if (elements) {
    const made = await elements.makeMethod((data as Params | undefined) ?? EMPTY);
    if (made.error) return { error: made.error };
    params = { ...rest, payment_method: made.paymentMethod.id };
  }
  const inLocale = elements ? { ...api, locale: elements.locale } : api;
  return confirmAndAct(inLocale, { clientSecret, params, returnUrl, redirect });
}

async function confirmCard(
  api: ApiOptions,
  clientSecret: string,
  { payment_method: method, return_url: returnUrl }: CardConfirmation = {},
  { handleActions = true }: { handleActions?: boolean } = {},
): Promise<IntentResult> {
  let id = typeof method === 'string' ? method : undefined;
  if (typeof method === 'object' && method.card) {
    const { card, ...details } = method;
    const made = await card.makeMethod(details);
    if (made.error) return { error: made.error };
    id = made.paymentMethod.id;
  }
  const params = { payment_method: id };
  return confirmAndAct(api, {
    clientSecret,
    params,
    returnUrl,
    redirect: 'if_required',
    handlesActions: handleActions,
  });
}

/** The result of `Stripe(key)`: the part of the Stripe.js interface that the engine supports. */
export function stripeObject(origin: string, key: string, options: { locale?: string; stripeAccount?: string } = {}) {
  const api: ApiOptions = { origin, key, account: options.stripeAccount ?? null, locale: localeOf(options.locale) };
  const retrieve = async (clientSecret: string): Promise<IntentResult> => {
    const found = await retrieveIntent(api, clientSecret);
    return 'error' in found ? found : { intent: found.value };
  };

  return {
    elements: (group: GroupOptions = {}) => new EngineElements(api, group),
    confirmPayment: async (given: ConfirmOptions) => asPayment(await confirm(api, given)),
    confirmSetup: async (given: ConfirmOptions) => asSetup(await confirm(api, given)),
    confirmCardPayment: async (...given: CardArguments) => asPayment(await confirmCard(api, ...given)),
    confirmCardSetup: async (...given: CardArguments) => asSetup(await confirmCard(api, ...given)),
    retrievePaymentIntent: async (clientSecret: string) => asPayment(await retrieve(clientSecret)),
    retrieveSetupIntent: async (clientSecret: string) => asSetup(await retrieve(clientSecret)),
    async handleNextAction({ clientSecret }: { clientSecret: string }) {
      const result = await handleAction(api, clientSecret);
      return intentIdOf(clientSecret).startsWith('pi_') ? asPayment(result) : asSetup(result);
    },
    async createPaymentMethod(given: { elements?: EngineElements; params?: Params; card?: EngineElement } & Params) {
      const { elements, params, card, ...details } = given;
      if (elements) return elements.makeMethod(params ?? EMPTY);
      if (card instanceof EngineElement) return card.makeMethod(details);
      const made = await createMethod(api, details as Params);
      return 'error' in made ? made : { paymentMethod: made.value };
    },
    /** Tokens are the legacy predecessor of payment methods and are not supported. */
    createToken: (): Promise<{ error: StripeError }> =>
      Promise.resolve({
        error: { type: 'invalid_request_error', message: 'The engine has no tokens: use createPaymentMethod.' },
      }),
    // Called by @stripe/react-stripe-js to report its own version.
    _registerWrapper(): void {},
    registerAppInfo(): void {},
  };
}
