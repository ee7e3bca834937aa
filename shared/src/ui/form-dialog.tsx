import type { FormEvent, ReactNode } from 'react';

import { Button } from './button';
import { Dialog } from './dialog';
import { useAskBeforeClosing } from './use-ask-before-closing';

export interface FormDialogProps {
  title: string;
  submitLabel: string;
  /** The label while it is sent, such as 送信中…; defaults to `submitLabel`. */
  loadingLabel?: string;
  /** There is unsaved input: closing asks for confirmation. */
  isDirty: boolean;
  isSubmitting: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onInput?: (() => void) | undefined;
  onClose: () => void;
  /** A second way to send the form, before its main button. */
  otherAction?: ReactNode;
  children: ReactNode;
}

/** A form in a dialog, with its two buttons. Unsaved input is never discarded without a confirmation. */
export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, loadingLabel, isDirty, isSubmitting, onSubmit, onInput, onClose, otherAction, children } =
    props;
  const { close, question } = useAskBeforeClosing(isDirty, onClose);
  return (
    <>
      <Dialog
        isOpen
        onClose={close}
        title={title}
        isBusy={isSubmitting}
        {...(onInput && { onInput })}
        onSubmit={onSubmit}
        footer={
          <>
            <Button disabled={isSubmitting} onClick={close}>
              キャンセル
            </Button>
            {otherAction}
            <Button
              type="submit"
              variant="primary"
              isLoading={isSubmitting}
              {...(loadingLabel !== undefined && { loadingLabel })}
            >
              {submitLabel}
            </Button>
          </>
        }
      >
        {children}
      </Dialog>
      {question}
    </>
  );
}
