import { CircleCheck } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';

import { Button } from './button';
import { FieldError } from './field';
import { Icon } from './icon';

import styles from './setting-card.module.css';

interface SettingCardProps extends SettingBodyProps {
  /** Anchor id, the target of the list at the side. */
  id: string;
  title: string;
}

interface SettingBodyProps {
  children: ReactNode;
  /** Footer of the card, across its full width: a `SaveFoot`. */
  foot?: ReactNode;
  /** Wraps body and footer in one form. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** Called on every change in the form. */
  onInput?: () => void;
}

/** A group of settings under its own heading. */
export function SettingCard({ id, title, ...inside }: SettingCardProps) {
  return (
    <SettingSection id={id} title={title}>
      <SettingBody {...inside} />
    </SettingSection>
  );
}

/** The frame of a card, around a `SettingBody` that loads later than its heading. */
export function SettingSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className={styles.card} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}

/** What is below the heading of a card. */
export function SettingBody({ children, foot, onSubmit, onInput }: SettingBodyProps) {
  const inside = (
    <>
      <div className={styles.body}>{children}</div>
      {foot}
    </>
  );
  if (!onSubmit) return inside;
  return (
    <form noValidate onSubmit={onSubmit} onInput={onInput}>
      {inside}
    </form>
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
