import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';

import { endpointCache } from './cache/endpoint-cache';

/**
 * The one SWRConfig of the page, mounted by the shell.
 *
 * SWR itself neither repeats nor refetches by age or focus: repeating is the call's (sendCall), age the hook's.
 */
export function DataProvider({ children }: { children: ReactNode }) {
  return <SWRConfig value={settings}>{children}</SWRConfig>;
}

const settings = {
  provider: () => endpointCache,
  shouldRetryOnError: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: true,
};
