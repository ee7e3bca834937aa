import { type ComponentType, createContext, type ReactNode, useContext } from 'react';

import type { Theme } from '../session/session-store';
import type { AppConfig, PageLayout } from './boot-data';

export interface SlotProps {
  /** A name of the closed list of slots. */
  name: string;
  /** What the filling remote needs to know; it gets them as its props. */
  params?: Readonly<Record<string, unknown>>;
  /** Shown while the slot loads. Nothing by default. */
  fallback?: ReactNode;
  /** What people call the part, for the message when it cannot be shown: イベント. */
  label?: string;
  /** Nothing stands there when the slot is slow or cannot be shown: for a small part that the page can do without. */
  isOptional?: boolean;
}

export interface SignOutOptions {
  /** Where a visitor may be, to stand there afterwards. Default: the top page. */
  to?: string;
  /** Says nothing: whoever calls has said it. */
  isQuiet?: boolean;
}

/** What the shell lends to the facade. */
export interface Composition {
  config: AppConfig;
  Slot: ComponentType<SlotProps>;
  /** Loads the code of the page behind a URL path ahead of need. */
  prefetchPage: (pathname: string) => void;
  /** The title that the page itself has chosen; null takes the route's. */
  setPageTitle: (title: string | null) => void;
  /** What the page itself wants otherwise than its route's layout; null leaves that as it is. */
  setPageLayout: (layout: PageLayout | null) => void;
  /** Signs out on this device as the user menu does: server, own route, all cached data and the store, toast. */
  signOut: (options?: SignOutOptions) => Promise<void>;
  /** Keeps the look that this device has chosen (cookie `theme`) and shows it at once. */
  setTheme: (theme: Theme) => void;
  /** Opens the dialog that has the mail of verification sent again. */
  resendEmail: () => void;
  /** Keeps whether this device may be measured (cookie `analytics`). */
  setAnalyticsConsent: (consent: 'granted' | 'denied') => void;
}

const CompositionContext = createContext<Composition | null>(null);

export function CompositionProvider({ value, children }: { value: Composition; children: ReactNode }) {
  return <CompositionContext.Provider value={value}>{children}</CompositionContext.Provider>;
}

export function useComposition(): Composition {
  const composition = useContext(CompositionContext);
  if (!composition) throw new Error('required provide composition');
  return composition;
}

/** What this installation is set to: the closure of the service, outside links, the smallest age to communicate. */
export function useConfig(): AppConfig {
  return useComposition().config;
}

/** Signs out on this device. Rejects with `ApiError`; the person is still signed in then. */
export function useSignOut(): (options?: SignOutOptions) => Promise<void> {
  return useComposition().signOut;
}

/** Opens the dialog that has the mail of verification sent again: 確認メールを再送. For people with an address that is yet to be verified. */
export function useResendEmail(): () => void {
  return useComposition().resendEmail;
}

/** Chooses the look of this device; what is chosen stands in the session (`theme`). */
export function useSetTheme(): (theme: Theme) => void {
  return useComposition().setTheme;
}

/** Agrees to being measured on this device, or takes it back; what is chosen stands in the session (`analyticsConsent`). */
export function useSetAnalyticsConsent(): (consent: 'granted' | 'denied') => void {
  return useComposition().setAnalyticsConsent;
}

/**
 * A place that a remote fills. Draws nothing where no release fills it; a remote that is slow, down or broken shows a
 * message with a retry here and nowhere else.
 */
export function Slot(props: SlotProps) {
  const { Slot: ShellSlot } = useComposition();
  return <ShellSlot {...props} />;
}
