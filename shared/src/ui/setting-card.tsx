import { CircleCheck } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';

import { Button } from './button';
import { FieldError } from './field';
import { Icon } from './icon';

import styles from './setting-card.module.css';

interface SettingCardProps {
  /** Anchor id, the target of the list at the side. */
  id: string;
  title: string;
  children: ReactNode;
  /** Footer of the card, across its full width: a `SaveFoot`. */
  foot?: ReactNode;
  /** Wraps body and footer in one form. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** Called on every change in the form. */
  onInput?: () => void;
}

/** A group of settings under its own heading. */
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
  /** There are unsaved changes. */
  isDirty: boolean;
  isSending: boolean;
  /** The last change has been saved; the message stays until the next change. */
  isSaved: boolean;
  /** Why saving failed, when no single field is at fault. */
  message: string | null;
}

/** Footer of a card's form: its submit button and the result of the last change. */
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
