import { cloneElement, type ReactElement, useId, useRef, useState } from 'react';

import { useAnchored } from './use-anchored';
import { useDismiss } from './use-dismiss';

import styles from './tooltip.module.css';

export interface TooltipProps {
  label: string;
  /** A single focusable control. Its purpose must be clear without the tooltip. */
  children: ReactElement<{ 'aria-describedby'?: string }>;
}

/** A short description of a control, shown while it is hovered or focused. */
export function Tooltip({ label, children }: TooltipProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  useAnchored(root, tip, { isOpen, align: 'center', isAbove: true });
  useDismiss(isOpen, root, () => setIsOpen(false));

  return (
    <span
      ref={root}
      className={styles.root}
      onPointerEnter={(event) => event.pointerType !== 'touch' && setIsOpen(true)}
      onPointerLeave={() => setIsOpen(false)}
      onFocus={(event) => setIsOpen(event.target.matches(':focus-visible'))}
      onBlur={() => setIsOpen(false)}
    >
      {cloneElement(children, { 'aria-describedby': isOpen ? id : undefined })}
      {isOpen && (
        <span ref={tip} id={id} role="tooltip" className={styles.tooltip} popover="manual">
          {label}
        </span>
      )}
    </span>
  );
}
