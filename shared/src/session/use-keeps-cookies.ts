import { useSyncExternalStore } from 'react';

import { PROBE_COOKIE } from '../contract/browser-data';

/**
 * Whether this browser accepts cookies like the session's. A dropped cookie can only be detected by its absence, so one
 * is set, read and removed.
 */
function keepsCookies(isSecure: boolean): boolean {
  const attributes = `Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  document.cookie = `${PROBE_COOKIE}=1; ${attributes}`;
  const isKept = document.cookie.split('; ').includes(`${PROBE_COOKIE}=1`);
  document.cookie = `${PROBE_COOKIE}=; Max-Age=0; ${attributes}`;
  return isKept;
}

const neverChanges = () => () => undefined;

/**
 * Whether a user can stay signed in with this browser; true until the page has mounted.
 * @param isSecure whether the product's cookies are Secure, which browsers drop over plain http
 */
export function useKeepsCookies(isSecure: boolean): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => keepsCookies(isSecure),
    () => true,
  );
}
