import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';

import { afterLoad } from './after-load';
import { loadUntilDone } from './load-again';

/** Renders what no first screen needs once the page has loaded; nothing on the server. */
export function Late({ children }: { children: ReactNode }) {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => afterLoad(() => setIsLate(true)), []);
  return isLate && <Suspense>{children}</Suspense>;
}

/** A component in the file that watches the session, which every page loads after its first screen. */
export const lateComponent = <Props extends object>(
  pick: (file: typeof import('../session/watch-session')) => ComponentType<Props>,
) =>
  lazy<ComponentType<Props>>(() =>
    loadUntilDone(() => import('../session/watch-session')).then((file) => ({ default: pick(file) })),
  );
