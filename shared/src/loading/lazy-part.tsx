import { type ComponentType, type ReactNode, useEffect } from 'react';

import { afterPaint } from '../ui/after-paint';
import { useLazyComponent } from './use-lazy-component';

interface LazyPartProps<Props> {
  /** Imports the part; must be the same function in every render. */
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  /** Fallback while it loads. Nothing by default. */
  fallback?: ReactNode;
  /** Shown when its code fails to load, with a retry. By default the fallback stays. */
  failure?: (retry: () => void) => ReactNode;
}

/** A component whose code is loaded when it is first rendered, after the paint. Until then the fallback is shown. */
export function LazyPart<Props extends object>({ load, props, fallback, failure }: LazyPartProps<Props>) {
  const { component: Part, hasFailed, fetch } = useLazyComponent(load, { isQuiet: failure !== undefined });
  useEffect(() => afterPaint(() => void fetch()), [fetch]);
  if (Part) return <Part {...props} />;
  return hasFailed && failure ? failure(() => void fetch()) : fallback;
}
