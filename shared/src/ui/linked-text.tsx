import { Suspense } from 'react';

import { LateLinks } from './late-links';

/** Text of a user, with its web addresses as links that open in a new tab. Never interpreted as markup. */
export function LinkedText({ text }: { text: string }) {
  // An element of its own: a browser that translates the page replaces text nodes.
  const plain = <span>{text}</span>;
  if (!text.includes('://')) return plain;
  return (
    <Suspense fallback={plain}>
      <LateLinks text={text} />
    </Suspense>
  );
}
