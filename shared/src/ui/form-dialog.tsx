import { type FormEvent, type ReactNode, useState } from 'react';

import { Button } from './button';
import { ConfirmDialog } from './confirm-dialog';
import { Dialog } from './dialog';

export interface FormDialogProps {
  title: string;
  submitLabel: string;
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
  const { title, submitLabel, isDirty, isSubmitting, onSubmit, onInput, onClose, otherAction, children } = props;
  const [isAsking, setIsAsking] = useState(false);
  const close = () => (isDirty ? setIsAsking(true) : onClose());
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
            <Button type="submit" variant="primary" isLoading={isSubmitting}>
              {submitLabel}
            </Button>
          </>
        }
      >
        {children}
      </Dialog>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={onClose}
        title="入力した内容を破棄しますか"
        confirmLabel="破棄する"
        cancelLabel="入力を続ける"
        isDanger
      >
        このまま閉じると、入力した内容は保存されません。
      </ConfirmDialog>
    </>
  );
}
