import {
  type ComponentPropsWithRef,
  createContext,
  type ElementType,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  use,
  useEffect,
  useRef,
} from 'react';

import { classNames } from './class-names';
import { type AnchorAlign, useAnchored } from './use-anchored';
import { useDismiss } from './use-dismiss';
import { type MenuAnchor, type MenuTriggerProps, useMenuTrigger } from './use-menu-trigger';

import styles from './menu.module.css';

export interface MenuProps {
  /** Accessible name of the open list. The button's own label may change with the state, as 「メニューを閉じる」 does. */
  label: string;
  /** Renders the trigger. The second argument says whether the menu is open, for a label that changes. */
  trigger: (props: MenuTriggerProps, isOpen: boolean) => ReactNode;
  /** `MenuHeader`, `MenuItem`, `MenuItemLink` and `MenuSeparator`. */
  children: ReactNode;
  align?: AnchorAlign;
  /** Layout on a phone: below the button at full width, or a bottom sheet. */
  narrow?: 'under' | 'sheet';
}

const CloseMenu = createContext<() => void>(() => undefined);

/** A button that opens a list of actions and links. */
export function Menu({ label, trigger, children, align = 'end', narrow = 'under' }: MenuProps) {
  const { root, isOpen, triggerProps, anchor } = useMenuTrigger();
  return (
    <div className={styles.root} ref={root}>
      {trigger(triggerProps, isOpen)}
      {isOpen && (
        <MenuList anchor={anchor} label={label} align={align} narrow={narrow}>
          {children}
        </MenuList>
      )}
    </div>
  );
}

/** The open list of a menu. `Menu` renders it; use it directly for a button whose list is lazy-loaded. */
export function MenuList({
  anchor,
  label,
  align = 'end',
  narrow = 'under',
  children,
}: Omit<MenuProps, 'trigger'> & { anchor: MenuAnchor }) {
  const { triggerId, root, startsAtEnd, close, dismiss } = anchor;
  const list = useRef<HTMLDivElement>(null);
  useAnchored(root, list, { isOpen: true, align });
  useDismiss(true, root, (by) => (by === 'escape' ? close() : dismiss()));
  useEffect(() => {
    itemsOf(list.current)
      .at(startsAtEnd ? -1 : 0)
      ?.focus();
  }, [startsAtEnd]);
  return (
    <div
      ref={list}
      id={`${triggerId}-list`}
      className={classNames(styles.menu, narrow === 'sheet' && styles.sheet)}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      popover="manual"
      onKeyDown={(event) => handleListKeyDown(event, dismiss)}
    >
      <CloseMenu value={close}>{children}</CloseMenu>
    </div>
  );
}

function itemsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
}

/**
 * Arrow keys wrap around, Home and End go to the ends, a letter goes to the next item that begins with it, Tab leaves.
 */
function handleListKeyDown(event: KeyboardEvent<HTMLElement>, leave: () => void) {
  const items = itemsOf(event.currentTarget);
  const at = items.findIndex((item) => item === document.activeElement);
  const targets: Record<string, HTMLElement | undefined> = {
    ArrowDown: items[(at + 1) % items.length],
    ArrowUp: items.at(at <= 0 ? -1 : at - 1),
    Home: items[0],
    End: items.at(-1),
  };
  if (event.key === 'Tab') {
    leave();
    return;
  }
  const isLetter =
    [...event.key].length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
  const target = isLetter ? nextBeginningWith(items, at, event.key) : targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  target.focus();
}

function nextBeginningWith(items: HTMLElement[], at: number, letter: string): HTMLElement | undefined {
  const wanted = letter.toLowerCase();
  const round = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return round.find((item) => item.textContent.trim().toLowerCase().startsWith(wanted));
}

/** A text becomes an element: a browser that translates the page replaces text nodes, beside which an icon may change. */
function labelOf(children: ReactNode): ReactNode {
  return typeof children === 'string' ? <span>{children}</span> : children;
}

export interface MenuItemProps extends Omit<ComponentPropsWithRef<'button'>, 'onSelect' | 'disabled'> {
  icon?: ReactNode;
  /** Called after the menu has closed and the focus is back on its button. */
  onSelect: () => void;
  isDanger?: boolean;
  /** Stays visible and focusable, but does nothing. */
  isDisabled?: boolean;
}

/** A menu item that runs an action. */
export function MenuItem({
  icon,
  onSelect,
  isDanger = false,
  isDisabled = false,
  className,
  children,
  ...rest
}: MenuItemProps) {
  const close = use(CloseMenu);

  function handleClick() {
    if (isDisabled) return;
    close();
    onSelect();
  }

  return (
    <button
      type="button"
      {...rest}
      role="menuitem"
      tabIndex={-1}
      aria-disabled={isDisabled || undefined}
      className={classNames(styles.item, isDanger && styles.danger, className)}
      onClick={handleClick}
    >
      {icon}
      {labelOf(children)}
    </button>
  );
}

export type MenuItemLinkProps<Link extends ElementType> = {
  /** The link component: a router's link, or `a`. Its own props, such as `to` or `href`, are passed alongside. */
  as: Link;
  icon?: ReactNode;
  children: ReactNode;
} & Omit<ComponentPropsWithRef<Link>, 'as' | 'icon' | 'children' | 'role' | 'tabIndex' | 'className'>;

/** A menu item that navigates. */
export function MenuItemLink<Link extends ElementType>({ as, icon, children, ...rest }: MenuItemLinkProps<Link>) {
  const close = use(CloseMenu);
  const LinkElement: ElementType = as;

  function handleClick(event: MouseEvent<HTMLElement>) {
    if ('onClick' in rest && typeof rest.onClick === 'function') rest.onClick(event);
    close();
  }

  return (
    <LinkElement {...rest} role="menuitem" tabIndex={-1} className={styles.item} onClick={handleClick}>
      {icon}
      {labelOf(children)}
    </LinkElement>
  );
}

/** Header naming the user whose menu this is. */
export function MenuHeader({ title, note }: { title: string; note?: string }) {
  return (
    <p className={styles.header} role="presentation">
      <strong>{title}</strong>
      {note !== undefined && <span>{note}</span>}
    </p>
  );
}

/** Separator between groups of actions. */
export function MenuSeparator() {
  return <hr className={styles.separator} />;
}
