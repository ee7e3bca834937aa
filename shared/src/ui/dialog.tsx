import { X } from 'lucide-react';
import {
  type FormEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
} from 'react';

import { classNames } from './class-names';
import { Icon } from './icon';
import { IconButton } from './icon-button';
import { Phrases } from './phrases';

import styles from './dialog.module.css';

export interface DialogProps {
  isOpen: boolean;
  /** Called by the close button, Escape or a click outside the dialog. The parent sets `isOpen`. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** The buttons, always visible: cancel first, the action last. */
  footer?: ReactNode;
  /** `small` 420 px, `medium` 560 px. Below 640 px both fill the screen. */
  size?: 'small' | 'medium';
  /** Makes body and footer one form, so that a submit button in the footer submits it. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** Called on input in that form. */
  onInput?: () => void;
  /** A request is running: the dialog stays open until it is done. */
  isBusy?: boolean;
}

/**
 * A modal dialog above the page.
 *
 * Focus goes to the first field, or else to the first button of the footer, and returns to where it was. An element
 * with `data-autofocus` takes precedence over both.
 */
export function Dialog({ isOpen, ...rest }: DialogProps) {
  return isOpen ? <OpenDialog {...rest} /> : null;
}

function OpenDialog(props: Omit<DialogProps, 'isOpen'>) {
  const { onClose, title, children, footer, size = 'medium', onSubmit, onInput, isBusy = false } = props;
  const titleId = useId();
  const dialog = useModal(close);
  const isPressOutside = useRef(false);

  function close() {
    if (!isBusy) onClose();
  }

  function handlePointerDown(event: PointerEvent<HTMLDialogElement>) {
    isPressOutside.current = event.target === event.currentTarget;
  }

  function handleClick(event: MouseEvent<HTMLDialogElement>) {
    // A drag that selects text may end outside the dialog; only a press that began there counts.
    if (event.target === event.currentTarget && isPressOutside.current) close();
  }

  const inside = (
    <>
      <div className={styles.body}>{children}</div>
      {footer !== undefined && <div className={styles.foot}>{footer}</div>}
    </>
  );

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- A click on the backdrop is a click on the dialog; its keyboard equal, Escape, is the browser's.
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, size === 'small' && styles.small)}
      aria-labelledby={titleId}
      onPointerDown={handlePointerDown}
      onClick={handleClick}
    >
      <div className={styles.frame}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            <Phrases text={title} />
          </h2>
          <IconButton label="閉じる" disabled={isBusy} onClick={onClose}>
            <Icon icon={X} />
          </IconButton>
        </div>
        {onSubmit === undefined ? (
          inside
        ) : (
          <form className={styles.form} noValidate onInput={onInput} onSubmit={onSubmit}>
            {inside}
          </form>
        )}
      </div>
    </dialog>
  );
}

/** In order of precedence; by default the browser would focus the close button. */
const firstToFocus = [
  '[data-autofocus]',
  `.${styles.body} :is(input, select, textarea):enabled`,
  `.${styles.foot} button:enabled`,
];

/** Shows the dialog as a modal while it is mounted and restores focus afterwards. */
function useModal(onWantsToClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  const wantToClose = useEffectEvent(onWantsToClose);
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return undefined;

    function handleCancel(event: Event) {
      // A file picker inside fires the same event when it is cancelled.
      if (event.target !== dialog) return;
      event.preventDefault();
      wantToClose();
    }

    // On a second Escape in a row the browser closes a dialog unconditionally. The parent decides, so it is shown
    // again; if the parent agrees, it is removed with the next render.
    function handleClose(event: Event) {
      if (event.target !== dialog || dialog?.open !== false) return;
      dialog.showModal();
      wantToClose();
    }

    const before = document.activeElement;
    keepScrollbarRoom();
    dialog.showModal();
    focusInside(dialog);
    dialog.addEventListener('cancel', handleCancel);
    dialog.addEventListener('close', handleClose);
    return () => {
      dialog.removeEventListener('cancel', handleCancel);
      dialog.removeEventListener('close', handleClose);
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return ref;
}

/** Passes the width of the scrollbar, which disappears while the page is locked, to base.css. */
function keepScrollbarRoom() {
  // Above another dialog it has already disappeared.
  if (document.querySelector('dialog[open]') !== null) return;
  const { clientWidth, style } = document.documentElement;
  style.setProperty('--scrollbar-width', `${window.innerWidth - clientWidth}px`);
}

function focusInside(dialog: HTMLDialogElement) {
  for (const selector of firstToFocus) {
    const found = dialog.querySelector<HTMLElement>(selector);
    if (found !== null) {
      found.focus();
      return;
    }
  }
}
