import type { LucideIcon } from 'lucide-react';

import { classNames } from './class-names';

import styles from './icon.module.css';

/** Stroke width: 1.5 on a 20 px grid, 1.75 at 16 px. lucide draws on a grid of 24. */
const strokeWidths = { 16: (1.75 * 24) / 20, 20: (1.5 * 24) / 20, 24: (1.5 * 24) / 20, 32: (1.25 * 24) / 20 } as const;

export interface IconProps {
  /** A single icon, imported by name from lucide-react so that only the icons in use are bundled. */
  icon: LucideIcon;
  size?: keyof typeof strokeWidths;
  /** The accessible name, for an icon without a visible label. Without it the icon is decorative. */
  label?: string;
  className?: string;
}

/** Renders an icon in the product's stroke width and the current text colour. */
export function Icon({ icon: Drawing, size = 20, label, className }: IconProps) {
  const meaning = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <Drawing
      size={size}
      strokeWidth={strokeWidths[size]}
      className={classNames(styles.icon, className)}
      focusable={false}
      {...meaning}
    />
  );
}
