import type { SignedInMe } from '../contract/users';

/** The result of an identity provider's sign-in window. */
export interface ProviderToken {
  idToken: string;
  email: string;
  /** The user's name at the provider. */
  name: string;
}

/** The parameters of the sign-in page's slot `sign-up-steps`. */
export interface SignUpStepsParams {
  /**
   * Sends the sign-in call and signs the user in. Rejects with `ApiError` without changing anything. Released remotes
   * know it by this name.
   */
  letIn: (call: () => Promise<{ user: SignedInMe }>) => Promise<void>;
  /** Opens the identity provider's window; null when none is configured. Resolves with null when it was closed. */
  askProvider: (() => Promise<ProviderToken | null>) | null;
  /** A user who tried to sign in with the provider but has no account yet. */
  provided: ProviderToken | null;
}
