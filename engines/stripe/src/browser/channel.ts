import type { PaymentMethodResult, StripeError } from '@stripe/stripe-js';

export type MethodType = 'card' | 'paypay';
/** Whether the frame shows all ways of paying, or the card alone. */
export type FieldsLayout = 'card' | 'payment';
export type Theme = 'dark' | 'light';

/** What the frame has to know. The client's secret is not in it: the frame makes methods, the page confirms with them. */
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

/** What is typed, as far as a page may know. */
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

/** The way of paying that was chosen, or what is wrong with what was typed. */
export type Validation = { error: StripeError } | { selected: MethodType };

export type FromFields =
  | { readonly kind: 'blur' | 'escape' | 'focus' | 'ready' }
  | { readonly kind: 'change'; readonly state: FieldsState }
  | { readonly kind: 'height'; readonly px: number }
  | { readonly kind: 'made'; readonly call: number; readonly result: PaymentMethodResult }
  | { readonly kind: 'validated'; readonly call: number; readonly result: Validation };

/** The first message to a frame: it carries the port over which everything else goes. */
export const CONNECT = 'stripe-engine-connect';
/** What a challenge in a frame tells the page that shows it. */
export const CHALLENGE_DONE = 'stripe-engine-challenge-done';
