import { type ReactNode, Suspense, useEffect, useState } from 'react';

/** Renders what no first screen needs once the page is there; nothing on the server. */
export function Late({ children }: { children: ReactNode }) {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => setIsLate(true), []);
  return isLate && <Suspense>{children}</Suspense>;
}
