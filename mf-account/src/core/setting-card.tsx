import { Button } from '@manabiba/shared/ui/button';
import { FieldError } from '@manabiba/shared/ui/field';
import { Icon } from '@manabiba/shared/ui/icon';
import { CircleCheck } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';

import styles from './setting-card.module.css';

interface SettingCardProps {
  /** Where the list at the side leads. */
  id: string;
  title: string;
  children: ReactNode;
  /** The end of the card, across its whole width: a `SaveFoot`. */
  foot?: ReactNode;
  /** Makes body and foot one form. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** Told of every change in the form. */
  onInput?: () => void;
}

/** One group of settings under its own heading. */
export function SettingCard({ id, title, children, foot, onSubmit, onInput }: SettingCardProps) {
  const inside = (
    <>
      <div className={styles.body}>{children}</div>
      {foot}
    </>
  );
  return (
    <section id={id} className={styles.card} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {onSubmit ? (
        <form noValidate onSubmit={onSubmit} onInput={onInput}>
          {inside}
        </form>
      ) : (
        inside
      )}
    </section>
  );
}

interface SaveFootProps {
  /** Something has been changed since it was saved. */
  isDirty: boolean;
  isSending: boolean;
  /** The last change has been saved, and says so until the next one. */
  isSaved: boolean;
  /** Why it could not be saved, where no field is to blame. */
  message: string | null;
}

/** The end of a card's form: its one button, and what has become of the last change. */
export function SaveFoot({ isDirty, isSending, isSaved, message }: SaveFootProps) {
  return (
    <div className={styles.foot}>
      {message && <FieldError>{message}</FieldError>}
      <p className={styles.saved} role="status">
        {isSaved && !isDirty && (
          <>
            <Icon icon={CircleCheck} size={16} />
            変更を保存しました。
          </>
        )}
      </p>
      <Button
        type="submit"
        variant={isDirty || isSending ? 'primary' : 'secondary'}
        disabled={!isDirty && !isSending}
        isLoading={isSending}
      >
        保存する
      </Button>
    </div>
  );
}
