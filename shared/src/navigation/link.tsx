import { Link as RouterLink, type LinkProps, NavLink as RouterNavLink, type NavLinkProps, type To, useResolvedPath } from 'react-router-dom';
import { useComposition } from '../composition/composition-context';
import { useMe } from '../session/session-provider';
import { prefetchDataOf } from './prefetch-data';

/** A link inside the product. Pointing at it, or reaching it by keyboard, fetches the code and the data behind it. */
export function Link(props: LinkProps) {
  return <RouterLink {...props} {...usePrefetch(props)} />;
}

/** A link that knows whether it leads to the page at hand (`aria-current`). */
export function NavLink(props: NavLinkProps) {
  return <RouterNavLink {...props} {...usePrefetch(props)} />;
}

type Handlers = Pick<LinkProps, 'onMouseOver' | 'onFocus' | 'onTouchStart'>;

/** `mouseover`, not `mouseenter`: React misses the latter when what was under the pointer has just been replaced. */
function usePrefetch({ to, onMouseOver, onFocus, onTouchStart }: Handlers & { to: To }): Handlers {
  const { pathname } = useResolvedPath(to);
  const { prefetchPage } = useComposition();
  const me = useMe();
  const prefetch = () => {
    prefetchPage(pathname);
    prefetchDataOf(pathname, me);
  };
  return {
    onMouseOver: (event) => {
      prefetch();
      onMouseOver?.(event);
    },
    onFocus: (event) => {
      prefetch();
      onFocus?.(event);
    },
    onTouchStart: (event) => {
      prefetch();
      onTouchStart?.(event);
    },
  };
}
