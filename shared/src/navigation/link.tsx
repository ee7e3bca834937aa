import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { type To, useHref, useLinkClickHandler, useLocation, useResolvedPath } from 'react-router-dom';

import { usePrefetchPage } from './prefetch-provider';

export interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  /** A page of the product. Use plain anchors for other sites. */
  to: To;
  /** Replaces the current history entry. */
  replace?: boolean;
  /** Data for the target page that must not be part of the URL. */
  state?: unknown;
}

/**
 * A link inside the product. Hovering or focusing it prefetches the code and data of the target page.
 *
 * Uses the router's hooks rather than its component, which includes framework prefetching (3 KB).
 */
export function Link({ to, replace, state, onClick, children, ...rest }: LinkProps) {
  const href = useHref(to);
  const go = useLinkClickHandler<HTMLAnchorElement>(to, { target: rest.target, replace, state });
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

/** A link that marks whether it leads to the current page or a parent of it (`aria-current`). */
export function NavLink(props: LinkProps) {
  const { pathname } = useResolvedPath(props.to);
  const { pathname: here } = useLocation();
  const isCurrent = here === pathname || (pathname !== '/' && here.startsWith(`${pathname}/`));
  return <Link aria-current={isCurrent ? 'page' : undefined} {...props} />;
}

type Handlers = Pick<LinkProps, 'onMouseOver' | 'onFocus' | 'onTouchStart'>;

/** `mouseover`, not `mouseenter`: React misses the latter when the element under the pointer was just replaced. */
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
