import { toast } from '@manabiba/shared/platform';
import { type ComponentType, useCallback, useState } from 'react';

/**
 * A component whose code comes when it is first wanted, such as a dialog with a large form. A chunk that does not
 * come is told, and asked for again by the next wish.
 *
 * @param load imports the module; the result is kept for good.
 * @param isQuiet for whoever tells of `hasFailed` themselves.
 */
export function useLateComponent<Props>(load: () => Promise<ComponentType<Props>>, { isQuiet = false }: { isQuiet?: boolean } = {}) {
  const [component, setComponent] = useState<ComponentType<Props>>();
  const [isLoading, setIsLoading] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);

  /** Resolves to whether it is there. */
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
      if (!isQuiet) toast.error('問題が発生しました。もう一度お試しください。');
      return false;
    } finally {
      setIsLoading(false);
    }
  }, [component, load, isQuiet]);
  return { component, isLoading, hasFailed, fetch };
}
