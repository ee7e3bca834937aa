import type { PaymentMethodResult, StripeError } from '@stripe/stripe-js';

export type MethodType = 'card' | 'paypay';
/** Whether the frame shows all payment methods or the card only. */
export type FieldsLayout = 'card' | 'payment';
export type Theme = 'dark' | 'light';

/**
 * The settings of the frame. They do not include the client secret: the frame creates payment methods, the page
 * confirms with them.
 */
export interface FieldsSettings {
  readonly key: string;
  readonly account: string | null;
  readonly layout: FieldsLayout;
  readonly methods: readonly MethodType[];
  readonly locale: string;
  readonly theme: Theme;
  /** Colours, sizes and fonts of the page, by Stripe's names: `colorPrimary`, `borderRadius`. */
  readonly variables: Readonly<Record<string, string>>;
  readonly isDisabled: boolean;
}

/** The state of the input, as far as a page may know it. */
export interface FieldsState {
  readonly isComplete: boolean;
  readonly isEmpty: boolean;
  readonly method: MethodType;
  readonly brand: string;
  readonly error: StripeError | null;
}

export type ToFields =
  | { readonly kind: 'settings'; readonly settings: FieldsSettings }
  | { readonly kind: 'blur' | 'clear' | 'focus' }
  | { readonly kind: 'makeMethod'; readonly call: number; readonly details: Readonly<Record<string, unknown>> }
  | { readonly kind: 'validate'; readonly call: number };

/** The selected payment method, or the validation error. */
export type Validation = { error: StripeError } | { selected: MethodType };

export type FromFields =
  | { readonly kind: 'blur' | 'escape' | 'focus' | 'ready' }
  | { readonly kind: 'change'; readonly state: FieldsState }
  | { readonly kind: 'height'; readonly px: number }
  | { readonly kind: 'made'; readonly call: number; readonly result: PaymentMethodResult }
  | { readonly kind: 'validated'; readonly call: number; readonly result: Validation };

/** The first message to a frame; it carries the port for all further messages. */
export const CONNECT = 'stripe-engine-connect';
/** The message from a challenge in a frame to the page that shows it. */
export const CHALLENGE_DONE = 'stripe-engine-challenge-done';
