import { type ComponentType, createContext, type ReactNode, useContext } from 'react';

import type { Theme } from '../session/session-store';
import type { AppConfig, PageLayout } from './boot-data';
import type { SlotName, SlotParams } from './slots';

/** How a slot stands on its page. */
interface SlotFrame {
  /** Shown while the slot loads. Nothing by default. */
  fallback?: ReactNode;
  /** What people call the part, for the message when it cannot be shown: イベント. */
  label?: string;
  /** Nothing stands there when the slot is slow or cannot be shown: for a small part that the page can do without. */
  isOptional?: boolean;
}

/** The name of a slot, and the parameters that the table of slots declares for it. */
export type SlotProps<Name extends SlotName> = SlotFrame & { name: Name } & (keyof SlotParams<Name> extends never
    ? { params?: undefined }
    : { params: SlotParams<Name> });

/** Any slot, as the shell draws it. */
export type AnySlotProps = SlotFrame & { name: SlotName; params?: object | undefined };

export interface SignOutOptions {
  /** Where a visitor may be, to stand there afterwards. Default: the top page. */
  to?: string;
  /** Says nothing: whoever calls has said it. */
  isQuiet?: boolean;
}

/** What the shell lends to the facade. */
export interface ShellServices {
  config: AppConfig;
  Slot: ComponentType<AnySlotProps>;
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

const ShellServicesContext = createContext<ShellServices | null>(null);

export function ShellServicesProvider({ value, children }: { value: ShellServices; children: ReactNode }) {
  return <ShellServicesContext.Provider value={value}>{children}</ShellServicesContext.Provider>;
}

export function useShellServices(): ShellServices {
  const services = useContext(ShellServicesContext);
  if (!services) throw new Error('useShellServices needs a ShellServicesProvider above it');
  return services;
}

/** What this installation is set to: the closure of the service, outside links, the smallest age to communicate. */
export function useConfig(): AppConfig {
  return useShellServices().config;
}

/** Signs out on this device. Rejects with `ApiError`; the person is still signed in then. */
export function useSignOut(): (options?: SignOutOptions) => Promise<void> {
  return useShellServices().signOut;
}

/** Opens the dialog that has the mail of verification sent again: 確認メールを再送. For people with an address that is yet to be verified. */
export function useResendEmail(): () => void {
  return useShellServices().resendEmail;
}

/** Chooses the look of this device; what is chosen stands in the session (`theme`). */
export function useSetTheme(): (theme: Theme) => void {
  return useShellServices().setTheme;
}

/** Agrees to being measured on this device, or takes it back; what is chosen stands in the session (`analyticsConsent`). */
export function useSetAnalyticsConsent(): (consent: 'granted' | 'denied') => void {
  return useShellServices().setAnalyticsConsent;
}

/**
 * A place that a remote fills. Draws nothing where no release fills it; a remote that is slow, down or broken shows a
 * message with a retry here and nowhere else.
 */
export function Slot<Name extends SlotName>(props: SlotProps<Name>) {
  const { Slot: ShellSlot } = useShellServices();
  return <ShellSlot {...props} />;
}
