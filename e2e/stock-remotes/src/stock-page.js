import { useLocation, useSession } from '@manabiba/shared/platform';
import { createElement, useState } from 'react';

/** A page with state of its own, the URL of the shell's router and the user of the shell's store. */
export function StockPage() {
  const [count, setCount] = useState(0);
  const nickname = useSession((session) => session.me?.nickname);
  return createElement(
    'section',
    null,
    createElement('h1', null, `在庫 ${useLocation().pathname}`),
    createElement('p', null, `${nickname}さん`),
    createElement('button', { type: 'button', onClick: () => setCount(count + 1) }, `${count}個`),
  );
}
