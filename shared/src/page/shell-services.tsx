import { type ComponentType, createContext, type ReactNode, useContext } from 'react';

import type { Theme } from '../session/session-store';
import type { AppConfig, PageLayout } from './boot-data';
import type { SlotName, SlotParams } from './slots';

/** The presentation of a slot on its page. */
interface SlotFrame {
  /** Shown while the slot loads. Nothing by default. */
  fallback?: ReactNode;
  /** The user-visible name of the part, for the error message: イベント. */
  label?: string;
  /** Renders nothing when the slot is slow or fails: for a small part that the page can do without. */
  isOptional?: boolean;
}

/** The name of a slot with the parameters declared in the slot table. */
export type SlotProps<Name extends SlotName> = SlotFrame & { name: Name } & (keyof SlotParams<Name> extends never
    ? { params?: undefined }
    : { params: SlotParams<Name> });

/** Any slot, as the shell renders it. */
export type AnySlotProps = SlotFrame & { name: SlotName; params?: object | undefined };

export interface SignOutOptions {
  /** The page to navigate to, which must be open to visitors. Default: the top page. */
  to?: string;
  /** Shows no message, because the caller already did. */
  isQuiet?: boolean;
}

/** The services that the shell provides to the facade. */
export interface ShellServices {
  config: AppConfig;
  Slot: ComponentType<AnySlotProps>;
  /** A title set by the page itself; null uses the route's. */
  setPageTitle: (title: string | null) => void;
  /** Overrides the route's layout; null restores it. */
  setPageLayout: (layout: PageLayout | null) => void;
  /** Signs out on this device as the user menu does: server, own route, all cached data and the store, toast. */
  signOut: (options?: SignOutOptions) => Promise<void>;
  /** Stores the theme of this device (cookie `theme`) and applies it at once. */
  setTheme: (theme: Theme) => void;
  /** Opens the dialog that resends the verification mail. */
  resendEmail: () => void;
  /** Stores whether this device may be measured (cookie `analytics`). */
  setAnalyticsConsent: (consent: 'granted' | 'denied') => void;
}

const ShellServicesContext = createContext<ShellServices | null>(null);

export function ShellServicesProvider({ value, children }: { value: ShellServices; children: ReactNode }) {
  return <ShellServicesContext.Provider value={value}>{children}</ShellServicesContext.Provider>;
}

export function useShellServices(): ShellServices {
  const services = useContext(ShellServicesContext);
  if (!services) throw new Error('No ShellServicesProvider');
  return services;
}

/** The settings of this installation: closure of the service, external links, minimum age to communicate. */
export function useConfig(): AppConfig {
  return useShellServices().config;
}

/** Signs out on this device. Rejects with `ApiError`, in which case the user is still signed in. */
export function useSignOut(): (options?: SignOutOptions) => Promise<void> {
  return useShellServices().signOut;
}

/** Opens the dialog that resends the verification mail: 確認メールを再送. For users with an unverified address. */
export function useResendEmail(): () => void {
  return useShellServices().resendEmail;
}

/** Sets the theme of this device; the session holds the current one (`theme`). */
export function useSetTheme(): (theme: Theme) => void {
  return useShellServices().setTheme;
}

/**
 * Grants or withdraws consent to measuring on this device; the session holds the current choice (`analyticsConsent`).
 */
export function useSetAnalyticsConsent(): (consent: 'granted' | 'denied') => void {
  return useShellServices().setAnalyticsConsent;
}

/**
 * A slot that a remote fills. Renders nothing when no release fills it; a slow, unavailable or broken remote shows a
 * message with a retry here and nowhere else.
 */
export function Slot<Name extends SlotName>(props: SlotProps<Name>) {
  const { Slot: ShellSlot } = useShellServices();
  return <ShellSlot {...props} />;
}
