import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';

/**
 * The single SWRConfig of the page, mounted by the shell.
 *
 * SWR itself neither retries nor refetches by age or focus: `sendCall` retries, and the hook handles age.
 */
export function DataProvider({ children }: { children: ReactNode }) {
  return <SWRConfig value={settings}>{children}</SWRConfig>;
}

const settings = { shouldRetryOnError: false, revalidateOnFocus: false, revalidateOnReconnect: true };
