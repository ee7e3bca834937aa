import { Suspense } from 'react';

import { LateLinks } from './late-links';

/** Text of a user, with its web addresses as links that open in a new tab. Never interpreted as markup. */
export function LinkedText({ text }: { text: string }) {
  if (!text.includes('://')) return text;
  return (
    <Suspense fallback={text}>
      <LateLinks text={text} />
    </Suspense>
  );
}
