import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { type To, useHref, useLinkClickHandler, useLocation, useResolvedPath } from 'react-router-dom';

import { usePrefetchPage } from './prefetch-provider';

export interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  /** A page of the product. Other sites are plain anchors. */
  to: To;
  /** Takes the place of the page at hand in the browser's history. */
  replace?: boolean;
}

/**
 * A link inside the product. Pointing at it, or reaching it by keyboard, fetches the code and the data behind it.
 *
 * Stands on the router's hooks and not on its component, which brings along the prefetching of a framework (3 KB).
 */
export function Link({ to, replace, onClick, children, ...rest }: LinkProps) {
  const href = useHref(to);
  const go = useLinkClickHandler<HTMLAnchorElement>(to, { target: rest.target, replace });
  const prefetch = usePrefetch({ ...rest, to });
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented) go(event);
  };
  return (
    <a {...rest} {...prefetch} href={href} onClick={handleClick}>
      {children}
    </a>
  );
}

/** A link that knows whether it leads to the page at hand or to what that is a part of (`aria-current`). */
export function NavLink(props: LinkProps) {
  const { pathname } = useResolvedPath(props.to);
  const { pathname: here } = useLocation();
  const isCurrent = here === pathname || (pathname !== '/' && here.startsWith(`${pathname}/`));
  return <Link aria-current={isCurrent ? 'page' : undefined} {...props} />;
}

type Handlers = Pick<LinkProps, 'onMouseOver' | 'onFocus' | 'onTouchStart'>;

/** `mouseover`, not `mouseenter`: React misses the latter when what was under the pointer has just been replaced. */
function usePrefetch({ to, onMouseOver, onFocus, onTouchStart }: Handlers & { to: To }): Handlers {
  const place = useResolvedPath(to);
  const prefetchPage = usePrefetchPage();
  const prefetch = () => prefetchPage(place);
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
