import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';

/** Props that the menu passes to its button; spread them on a `Button`, `IconButton` or `button`. */
export interface MenuTriggerProps {
  id: string;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Connects the open list of a menu to its button. */
export interface MenuAnchor {
  /** Id of the button. */
  triggerId: string;
  /** The element around the button and the list. */
  root: RefObject<HTMLDivElement | null>;
  /** Arrow up opens the menu on its last item. */
  startsAtEnd: boolean;
  /** Closes the menu and returns the focus to its button. */
  close: () => void;
  /** Closes the menu; the focus goes to the clicked element. */
  dismiss: () => void;
}

/** State of a menu and its button. The list itself may be lazy-loaded: `MenuList` of menu.tsx. */
export function useMenuTrigger(): {
  root: RefObject<HTMLDivElement | null>;
  isOpen: boolean;
  triggerProps: MenuTriggerProps;
  anchor: MenuAnchor;
} {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<'closed' | 'at-start' | 'at-end'>('closed');
  const isOpen = opened !== 'closed';
  const dismiss = () => setOpened('closed');
  const close = () => {
    dismiss();
    document.getElementById(id)?.focus();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setOpened(event.key === 'ArrowUp' ? 'at-end' : 'at-start');
  };
  return {
    root,
    isOpen,
    triggerProps: {
      id,
      'aria-haspopup': 'menu',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? `${id}-list` : undefined,
      onClick: () => (isOpen ? close() : setOpened('at-start')),
      onKeyDown: handleKeyDown,
    },
    anchor: { triggerId: id, root, startsAtEnd: opened === 'at-end', close, dismiss },
  };
}
