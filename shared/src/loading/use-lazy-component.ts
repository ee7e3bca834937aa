import { toast } from '@manabiba/shared/platform';
import { type ComponentType, useCallback, useState } from 'react';

import { GENERAL_SENTENCE } from '../contract/error-sentences';

/**
 * A component whose code is loaded on demand, such as a dialog with a large form. A chunk that fails to load shows a
 * toast; the next call of `fetch` retries.
 *
 * @param load Imports the component. Must be the same function in every render.
 * @param isQuiet Shows no toast: the caller renders `hasFailed`.
 */
export function useLazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
  { isQuiet = false }: { isQuiet?: boolean } = {},
) {
  const [component, setComponent] = useState<ComponentType<Props>>();
  const [isLoading, setIsLoading] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);

  /** Loads the component. Resolves with whether it is available. */
  const fetch = useCallback(async (): Promise<boolean> => {
    if (component) return true;
    setIsLoading(true);
    setHasFailed(false);
    try {
      const loaded = await load();
      setComponent(() => loaded);
      return true;
    } catch {
      setHasFailed(true);
      if (!isQuiet) toast.error(GENERAL_SENTENCE);
      return false;
    } finally {
      setIsLoading(false);
    }
  }, [component, load, isQuiet]);
  return { component, isLoading, hasFailed, fetch };
}
