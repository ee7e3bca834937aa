import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';

/** What the menu gives to its button; spread it on a `Button`, `IconButton` or `button`. */
export interface MenuTriggerProps {
  id: string;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** How an open list of a menu belongs to its button. */
export interface MenuAnchor {
  /** Of the button. */
  triggerId: string;
  /** The element around the button and the list. */
  root: RefObject<HTMLDivElement | null>;
  /** The arrow up opens the menu on its last item. */
  startsAtEnd: boolean;
  /** Closes the menu and gives the focus back to its button. */
  close: () => void;
  /** Closes the menu; the focus goes where the press went. */
  dismiss: () => void;
}

/** The state of a menu and its button. The list itself may be loaded later: `MenuList` of menu.tsx. */
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
