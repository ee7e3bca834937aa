import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

import { classNames } from './class-names';
import { type AnchorAlign, useAnchored } from './use-anchored';
import { useDismiss } from './use-dismiss';

import styles from './popover.module.css';

/** Props that the popover passes to its trigger; spread them on a `Button`, `IconButton` or `button`. */
export interface PopoverTriggerProps {
  id: string;
  'aria-haspopup': 'dialog';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: () => void;
}

export interface PopoverProps {
  /** Accessible name of the content. */
  label: string;
  trigger: (props: PopoverTriggerProps, isOpen: boolean) => ReactNode;
  /** The content; a function receives `close`. */
  children: ReactNode | ((close: () => void) => ReactNode);
  align?: AnchorAlign;
  /** The content reaches the edges of the panel. */
  isFlush?: boolean;
}

/**
 * A button that opens a small panel next to itself. The page stays interactive; Escape or an outside press closes the
 * panel.
 */
export function Popover({ label, trigger, children, align = 'start', isFlush = false }: PopoverProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useAnchored(root, panel, { isOpen, align });
  useDismiss(isOpen, root, (by) => (by === 'escape' ? close() : setIsOpen(false)));
  useEffect(() => {
    if (isOpen) panel.current?.focus();
  }, [isOpen]);

  function close() {
    setIsOpen(false);
    document.getElementById(id)?.focus();
  }

  const triggerProps: PopoverTriggerProps = {
    id,
    'aria-haspopup': 'dialog',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? `${id}-panel` : undefined,
    onClick: () => (isOpen ? close() : setIsOpen(true)),
  };

  return (
    <div className={styles.root} ref={root}>
      {trigger(triggerProps, isOpen)}
      {isOpen && (
        <div
          ref={panel}
          id={`${id}-panel`}
          className={classNames(styles.popover, isFlush && styles.flush)}
          role="dialog"
          aria-label={label}
          tabIndex={-1}
          popover="manual"
        >
          {typeof children === 'function' ? children(close) : children}
        </div>
      )}
    </div>
  );
}
