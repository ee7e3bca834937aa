import type { SignedInMe } from '../contract/users';

/** What an identity provider's window has brought. */
export interface ProviderToken {
  idToken: string;
  email: string;
  /** As the provider calls the person. */
  name: string;
}

/** What the sign-in page tells whoever fills its slot `sign-up-steps`. */
export interface SignUpStepsParams {
  /** Sends the call that lets somebody in, and lets them in. Rejects with `ApiError`, and nothing has changed then. */
  letIn: (call: () => Promise<{ user: SignedInMe }>) => Promise<void>;
  /** Opens the identity provider's window; null: none is configured. Resolves to null when it was closed. */
  askProvider: (() => Promise<ProviderToken | null>) | null;
  /** Somebody who wanted to sign in by the provider and has no account yet. */
  provided: ProviderToken | null;
}
