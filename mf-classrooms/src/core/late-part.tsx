import { afterPaint } from '@manabiba/shared/ui/after-paint';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { useLateComponent } from './use-late-component';

interface LatePartProps<Props> {
  /** Imports the part; always the same function. */
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  /** Holds its place until it is there. Nothing by default. */
  fallback?: ReactNode;
  /** Stands in its place when its code does not come, with a way to try again. By default the fallback stays. */
  failure?: (retry: () => void) => ReactNode;
}

/** A part that few people see. Its code comes when it is shown; until then its place is held, or there is nothing. */
export function LatePart<Props extends object>({ load, props, fallback, failure }: LatePartProps<Props>) {
  const { component: Part, hasFailed, fetch } = useLateComponent(load, { isQuiet: failure !== undefined });
  // What the page is opened for is painted first.
  useEffect(() => afterPaint(() => void fetch()), [fetch]);
  if (Part) return <Part {...props} />;
  return hasFailed && failure ? failure(() => void fetch()) : fallback;
}
