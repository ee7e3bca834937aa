import type { MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

import { type Intent, keepIntent } from '../session/intent';
import { paths } from './paths';

/**
 * Returns the props of a sign-in link that performs the visitor's intent after sign-in. Opened in another tab, it only
 * leads to sign-in and back.
 */
export function useIntentLink(intent: Intent): { to: string; onClick: (event: MouseEvent) => void } {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const next = pathname + search;
  const handleClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(paths.signIn.href({}, { next, intent: keepIntent(intent) }));
  };
  return { to: paths.signIn.href({}, { next }), onClick: handleClick };
}
