import type { IdentityConfig } from '@manabiba/shared/page/boot-data';
import type { ProviderToken } from '@manabiba/shared/page/sign-up-steps';
import { FirebaseError, initializeApp } from 'firebase/app';
import {
  browserPopupRedirectResolver,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  signInWithPopup,
} from 'firebase/auth';

const closedByPerson = new Set(['auth/popup-closed-by-user', 'auth/cancelled-popup-request', 'auth/user-cancelled']);
let auth: ReturnType<typeof initializeAuth> | undefined;

/**
 * Opens Google's window and resolves to the ID token that the api accepts; null when the window was closed.
 *
 * Firebase keeps no session here: our own session alone identifies the user.
 */
export async function askFirebase({
  apiKey,
  authDomain,
  projectId,
}: Extract<IdentityConfig, { kind: 'firebase' }>): Promise<ProviderToken | null> {
  auth ??= initializeAuth(initializeApp({ apiKey, authDomain, projectId }, 'sign-in'), {
    persistence: inMemoryPersistence,
    popupRedirectResolver: browserPopupRedirectResolver,
  });
  auth.languageCode = 'ja';
  try {
    const { user } = await signInWithPopup(auth, new GoogleAuthProvider());
    const token = { idToken: await user.getIdToken(), email: user.email ?? '', name: user.displayName ?? '' };
    await auth.signOut();
    return token;
  } catch (error) {
    if (error instanceof FirebaseError && closedByPerson.has(error.code)) return null;
    throw error;
  }
}
