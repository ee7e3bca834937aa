import { type RefObject, useLayoutEffect, useState } from 'react';

import { countCharacters } from '../format/count';
import styles from './character-counter.module.css';
import { classNames } from './class-names';

/**
 * Follows how many characters a control holds, whoever writes into it: a person, a form library through its ref,
 * or a reset. Call the returned `recount` when the control's input event fires.
 */
export function useCharacterCount(control: RefObject<HTMLInputElement | HTMLTextAreaElement | null>, initial: unknown) {
  const [count, setCount] = useState(() => countCharacters(typeof initial === 'string' ? initial : ''));
  const recount = () => setCount(countCharacters(control.current?.value ?? ''));
  // No dependencies: a form library sets the value without an event and then renders the form again.
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
