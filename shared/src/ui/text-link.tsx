import { ChevronRight } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';

import { classNames } from './class-names';
import { Icon } from './icon';
import styles from './text-link.module.css';

/** The look of a link inside text, for a router's link. */
export const textLinkClass = classNames(styles.link);

/** The look of a quiet link after a heading, for a router's link around `MoreLabel`. */
export const moreLinkClass = classNames(styles.more);

export interface TextLinkProps extends ComponentPropsWithRef<'a'> {
  href: string;
  /** Opens in a tab of its own. */
  isExternal?: boolean;
}

/** A link inside text to another site or place; inside the product use a router's link with `textLinkClass`. */
export function TextLink({ isExternal = false, className, children, ...rest }: TextLinkProps) {
  const target = isExternal ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  return (
    <a {...target} {...rest} className={classNames(styles.link, className)}>
      {children}
    </a>
  );
}

/** The inside of a `moreLinkClass` link: すべて見る and a small arrow. */
export function MoreLabel({ children = 'すべて見る' }: { children?: ReactNode }) {
  return (
    <>
      {children}
      <Icon icon={ChevronRight} size={16} />
    </>
  );
}
