import { type RefObject, useLayoutEffect, useState } from 'react';

import { countCharacters } from '../format/count';
import { classNames } from './class-names';

import styles from './character-counter.module.css';

/**
 * Counts the characters of a control, whether its value changes by typing, by a form library's ref, or by a reset. Call
 * the returned `recount` on the control's input event.
 */
export function useCharacterCount(control: RefObject<HTMLInputElement | HTMLTextAreaElement | null>, initial: unknown) {
  const [count, setCount] = useState(() => countCharacters(typeof initial === 'string' ? initial : ''));
  const recount = () => setCount(countCharacters(control.current?.value ?? ''));
  // No dependencies: a form library sets the value without an event and then rerenders the form.
  useLayoutEffect(recount);
  return { count, recount };
}

/** 16 / 2000, in the error colour beyond the limit. */
export function CharacterCounter({ count, max }: { count: number; max: number }) {
  return (
    <span className={classNames(styles.counter, count > max && styles.over)}>
      {count} / {max}
    </span>
  );
}
