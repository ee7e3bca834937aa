import { Fragment } from 'react';

import { matchesIn } from './matches-in';

import styles from './search.module.css';

/** A text with the search terms highlighted. */
export function Marked({ text, words }: { text: string; words: string }) {
  const parts = matchesIn(text, words);
  return parts.map((part, index) => (
    <Fragment key={index}>{part.isMatch ? <mark className={styles.match}>{part.text}</mark> : part.text}</Fragment>
  ));
}
