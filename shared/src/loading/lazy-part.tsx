import { type ComponentType, type ReactNode, useEffect } from 'react';

import { afterPaint } from '../ui/after-paint';
import { useLazyComponent } from './use-lazy-component';

interface LazyPartProps<Props> {
  /** Imports the part; always the same function. */
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  /** Holds its place until it is there. Nothing by default. */
  fallback?: ReactNode;
  /** Stands in its place when its code does not come, with a way to try again. By default the fallback stays. */
  failure?: (retry: () => void) => ReactNode;
}

/** A component whose code is loaded when it is first rendered, after the paint. Until then the fallback holds its place. */
export function LazyPart<Props extends object>({ load, props, fallback, failure }: LazyPartProps<Props>) {
  const { component: Part, hasFailed, fetch } = useLazyComponent(load, { isQuiet: failure !== undefined });
  useEffect(() => afterPaint(() => void fetch()), [fetch]);
  if (Part) return <Part {...props} />;
  return hasFailed && failure ? failure(() => void fetch()) : fallback;
}
