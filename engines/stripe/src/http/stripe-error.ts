type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

interface ErrorDetails {
  readonly status: number;
  readonly type?: ErrorType;
  readonly code?: string;
  readonly declineCode?: string;
  readonly param?: string;
  readonly message: string;
  /** Objects that the body carries, such as `payment_intent`. */
  readonly objects?: Readonly<Record<string, unknown>>;
  /**
   * What the call has changed up to here is kept: a declined card leaves a failed charge and an intent that waits for
   * another card. Every other refusal leaves nothing.
   */
  readonly keepsChanges?: boolean;
}

/** An answer of the 4xx kind in Stripe's words. */
export class StripeError extends Error {
  readonly status: number;
  readonly keepsChanges: boolean;

  constructor(readonly details: ErrorDetails) {
    super(details.message);
    this.status = details.status;
    this.keepsChanges = details.keepsChanges ?? false;
  }

  /** The same refusal for a call that must leave nothing. */
  withoutChanges(): StripeError {
    return new StripeError({ ...this.details, keepsChanges: false });
  }

  /** The same refusal for a call that has come to something all the same. */
  keepingChanges(): StripeError {
    return new StripeError({ ...this.details, keepsChanges: true });
  }

  get body(): { error: Record<string, unknown> } {
    const { type = 'invalid_request_error', code, declineCode, param, message, objects } = this.details;
    const docUrl = code ? `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` : undefined;
    return { error: { type, code, decline_code: declineCode, doc_url: docUrl, param, message, ...objects } };
  }
}

/** 400 for what was passed. */
export const invalid = (message: string, code?: string, param?: string) =>
  new StripeError({ status: 400, message, code, param });

export const missing = (object: string, id: string, param = 'id') =>
  new StripeError({ status: 404, code: 'resource_missing', param, message: `No such ${object}: '${id}'` });
