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
import styles from './dialog.module.css';
import { Icon } from './icon';
import { IconButton } from './icon-button';
import { Phrases } from './phrases';

export interface DialogProps {
  isOpen: boolean;
  /** Asked for by the close button, Escape or a press beside the dialog. The parent sets `isOpen`. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** The buttons, always in view: the way back first, the action last. */
  footer?: ReactNode;
  /** `small` 420 px, `medium` 560 px. Below 640 px both fill the screen. */
  size?: 'small' | 'medium';
  /** Makes body and footer one form, so that a submit button in the footer sends it. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** Something in that form has been typed or chosen. */
  onInput?: () => void;
  /** Something is being sent: the dialog stays until it is done. */
  isBusy?: boolean;
}

/**
 * A question or form above the page, which waits behind it.
 *
 * The focus goes to the first field, or else to the first button of the footer, and returns to where it was.
 * An element with `data-autofocus` comes before both.
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
    // A drag that selects text may end beside the dialog; only a press that began there counts.
    if (event.target === event.currentTarget && isPressOutside.current) close();
  }

  const inside = (
    <>
      <div className={styles.body}>{children}</div>
      {footer !== undefined && <div className={styles.foot}>{footer}</div>}
    </>
  );

  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- A click on the backdrop is a click on the dialog; its keyboard equal, Escape, is the browser's.
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

/** In this order; the close button is what the browser would take. */
const firstToFocus = [
  '[data-autofocus]',
  `.${styles.body} :is(input, select, textarea):enabled`,
  `.${styles.foot} button:enabled`,
];

/** Shows the dialog over the page while it is mounted and gives the focus back afterwards. */
function useModal(onWantsToClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  const wantToClose = useEffectEvent(onWantsToClose);
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return undefined;

    function handleCancel(event: Event) {
      // A file picker inside sends the same event when nothing is picked.
      if (event.target !== dialog) return;
      event.preventDefault();
      wantToClose();
    }

    // At a second Escape in a row the browser closes a dialog whatever the page says. The parent decides, so it is
    // shown again; if the parent agrees, it goes with the next render.
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

/** Tells base.css how wide the scrollbar is that vanishes while the page is held still. */
function keepScrollbarRoom() {
  // Above another dialog it has vanished already.
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
