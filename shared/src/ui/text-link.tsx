import { ChevronRight } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';

import { classNames } from './class-names';
import { Icon } from './icon';

import styles from './text-link.module.css';

/** Class of a link inside text, for a router's link. */
export const textLinkClass = classNames(styles.link);

/** Class of a secondary link after a heading, for a router's link around `MoreLabel`. */
export const moreLinkClass = classNames(styles.more);

export interface TextLinkProps extends ComponentPropsWithRef<'a'> {
  href: string;
  /** Opens in a new tab. */
  isExternal?: boolean;
}

/** An inline link to another site or resource; inside the product use a router's link with `textLinkClass`. */
export function TextLink({ isExternal = false, className, children, ...rest }: TextLinkProps) {
  const target = isExternal ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  return (
    <a {...target} {...rest} className={classNames(styles.link, className)}>
      {children}
    </a>
  );
}

/** Content of a `moreLinkClass` link: すべて見る and a small arrow. */
export function MoreLabel({ children = 'すべて見る' }: { children?: ReactNode }) {
  return (
    <>
      {children}
      <Icon icon={ChevronRight} size={16} />
    </>
  );
}
