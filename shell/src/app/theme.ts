import { THEME_COOKIE } from '@manabiba/shared/contract/browser-data';
import type { SessionStore, Theme } from '@manabiba/shared/session/session-store';

/** How long a device keeps its choice, in seconds: a year. */
const KEPT_SECONDS = 31_536_000;

/** Stores the theme of this device in the cookie that the web server reads, and applies it at once. */
export function chooseTheme(session: SessionStore, theme: Theme): void {
  session.setState({ theme });
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${KEPT_SECONDS}; samesite=lax`;
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
