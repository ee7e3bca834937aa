import { type ApiError, toast } from '@manabiba/shared/platform';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Notice } from '@manabiba/shared/ui/notice';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { type FormEvent, type ReactNode, useState } from 'react';

import styles from './answer-dialog.module.css';

interface AnswerDialogProps {
  title: string;
  sendLabel: string;
  /** Shown when the answer has been sent. */
  success: string;
  field: { name: string; label: string; hint: string; rows: number; maxCharacters: number };
  /** The answer that is changed; empty for the first. */
  initialAnswer: string;
  isSending: boolean;
  error: ApiError | undefined;
  onSend: (answer: string) => Promise<unknown>;
  onClose: () => void;
  /** What is answered. */
  children: ReactNode;
}

/** The host's words to one question or rating. Keeps them after a failure, which it shows. */
export function AnswerDialog({ title, sendLabel, success, field, error, onClose, ...props }: AnswerDialogProps) {
  const { initialAnswer, isSending, onSend, children } = props;
  const [answer, setAnswer] = useState(initialAnswer);
  const fieldError = error?.fields[field.name];
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void onSend(answer.trim()).then(
      () => {
        toast.success(success);
        onClose();
      },
      () => undefined,
    );
  };
  return (
    <FormDialog
      title={title}
      submitLabel={sendLabel}
      isDirty={answer !== initialAnswer}
      isSubmitting={isSending}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <div className={styles.dialog}>
        {error && !fieldError && (
          <Notice tone="error" role="alert">
            {error.message}
          </Notice>
        )}
        <div>{children}</div>
        <TextArea
          label={field.label}
          hint={field.hint}
          rows={field.rows}
          maxCharacters={field.maxCharacters}
          value={answer}
          error={fieldError}
          onChange={(event) => setAnswer(event.target.value)}
        />
      </div>
    </FormDialog>
  );
}
