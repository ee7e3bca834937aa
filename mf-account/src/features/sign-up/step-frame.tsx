import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

import styles from './sign-up.module.css';

interface StepFrameProps {
  title: string;
  index: number;
  count: number;
  children: ReactNode;
  submitLabel: string;
  isLoading: boolean;
  onSubmit: (form: HTMLElement) => void;
  onInput: () => void;
  onBack: (() => void) | undefined;
}

/**
 * One step of the sign-up: progress, its fields, next and back. Focuses the first invalid field, or else the heading.
 */
export function StepFrame({
  title,
  index,
  count,
  children,
  submitLabel,
  isLoading,
  onSubmit,
  onInput,
  onBack,
}: StepFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(index);
  useEffect(() => {
    // The page itself sets the initial focus.
    if (shown.current !== index)
      (form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? heading.current)?.focus();
    shown.current = index;
  }, [index]);
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onInput={onInput}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event.currentTarget);
      }}
    >
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        {count > 1 && <StepCount index={index} count={count} />}
      </div>
      {children}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" size="large" isBlock isLoading={isLoading}>
          {submitLabel}
        </Button>
        {onBack && (
          <Button
            variant="ghost"
            isBlock
            disabled={isLoading}
            icon={<Icon icon={ChevronLeft} size={16} />}
            onClick={onBack}
          >
            戻る
          </Button>
        )}
      </div>
    </form>
  );
}

function StepCount({ index, count }: { index: number; count: number }) {
  return (
    <>
      <p className={styles.count}>
        ステップ {index + 1} / {count}
      </p>
      <progress className={styles.progress} aria-label="登録の進み具合" value={index + 1} max={count} />
    </>
  );
}
