import { type ComponentType, useEffect, useState } from 'react';

import type { ListenLinkProps } from './listen-link';

/**
 * いま聞く on a card, loaded after the card is painted; whatever holds it keeps its height free. Without the retries of
 * `LazyPart`, which a list of cards has no bytes for: when it fails, the card still leads to the classroom.
 */
export function ListenPart(props: ListenLinkProps) {
  const [Part, setPart] = useState<ComponentType<ListenLinkProps>>();
  useEffect(() => {
    import(/* webpackChunkName: "listen" */ './listen-link').then(
      ({ ListenLink }) => setPart(() => ListenLink),
      () => undefined,
    );
  }, []);
  return Part && <Part {...props} />;
}
