import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type WebAuthnErrorCode,
} from '@simplewebauthn/browser';

/** What an authenticator has answered, or why it did not; null when the user has closed the browser's dialog. */
type PromptResult<T> = { answer: T } | { problem: string | null };

const ELSEWHERE = 'このアドレスではパスキーを使えません。まなびばのいつものアドレスから開いてください。';
const TOO_WEAK =
  'この端末ではパスキーを使えません。端末の画面ロックを設定するか、スマートフォンやセキュリティキーをお使いください。';
const sentences: Partial<Record<WebAuthnErrorCode, string>> = {
  ERROR_INVALID_DOMAIN: ELSEWHERE,
  ERROR_INVALID_RP_ID: ELSEWHERE,
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'この端末のパスキーは、すでに登録されています。',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: TOO_WEAK,
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: TOO_WEAK,
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: TOO_WEAK,
};
/** Closed, or nobody answered in time: browsers do not say which. */
const GIVEN_UP = new Set(['NotAllowedError', 'AbortError']);

async function prompt<T>(ask: () => Promise<T>): Promise<PromptResult<T>> {
  if (!browserSupportsWebAuthn())
    return { problem: 'このブラウザーではパスキーを使えません。ほかのブラウザーをお試しください。' };
  try {
    return { answer: await ask() };
  } catch (error) {
    // Not by class: every bundle has its own.
    const { name, code } = error as { name?: string; code?: WebAuthnErrorCode };
    if (name !== undefined && GIVEN_UP.has(name)) return { problem: null };
    const known = code && sentences[code];
    return { problem: known ?? 'パスキーを確認できませんでした。もう一度お試しください。' };
  }
}

/** Has the user choose one of their passkeys, which signs the challenge. */
export const askForPasskey = (options: Parameters<typeof startAuthentication>[0]['optionsJSON']) =>
  prompt(() => startAuthentication({ optionsJSON: options }));

/** Has the user make a passkey on one of their devices. */
export const makePasskey = (options: Parameters<typeof startRegistration>[0]['optionsJSON']) =>
  prompt(() => startRegistration({ optionsJSON: options }));
