type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

interface ErrorDetails {
  readonly status: number;
  readonly type?: ErrorType;
  readonly code?: string;
  readonly declineCode?: string;
  readonly param?: string;
  readonly message: string;
  /** Objects included in the body, such as `payment_intent`. */
  readonly objects?: Readonly<Record<string, unknown>>;
  /**
   * Whether the changes of the call are committed: a declined card leaves a failed charge and an intent that waits for
   * another card. All other errors roll back.
   */
  readonly keepsChanges?: boolean;
}

/** A 4xx error in Stripe's format. */
export class StripeError extends Error {
  readonly status: number;
  readonly keepsChanges: boolean;

  constructor(readonly details: ErrorDetails) {
    super(details.message);
    this.status = details.status;
    this.keepsChanges = details.keepsChanges ?? false;
  }

  /** The same error for a call that must be rolled back. */
  withoutChanges(): StripeError {
    return new StripeError({ ...this.details, keepsChanges: false });
  }

  /** The same error for a call whose changes are committed. */
  keepingChanges(): StripeError {
    return new StripeError({ ...this.details, keepsChanges: true });
  }

  get body(): { error: Record<string, unknown> } {
    const { type = 'invalid_request_error', code, declineCode, param, message, objects } = this.details;
    const docUrl = code ? `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` : undefined;
    return { error: { type, code, decline_code: declineCode, doc_url: docUrl, param, message, ...objects } };
  }
}

/** A 400 error for invalid parameters. */
export const invalid = (message: string, code?: string, param?: string) =>
  new StripeError({ status: 400, message, code, param });

export const missing = (object: string, id: string, param = 'id') =>
  new StripeError({ status: 404, code: 'resource_missing', param, message: `No such ${object}: '${id}'` });
