import { markLines, wordmarkLetters } from './logo-drawing';

import styles from './logo.module.css';

/** The logo mark: a door arch, two pages at its foot and a person at the spine. Drawn in the current text colour. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {markLines.map((line) => (
        <path key={line} d={line} />
      ))}
      <circle cx="12" cy="8.8" r="1.9" fill="currentColor" stroke="none" />
    </svg>
  );
}

/** The wordmark まなびば, drawn with the same stroke as the mark. */
export function Wordmark() {
  return (
    <svg
      className={styles.wordmark}
      viewBox="0 -1 93 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {wordmarkLetters.map(({ left, line }) => (
        <path key={left} transform={`translate(${left} 0)`} d={line} />
      ))}
    </svg>
  );
}

/** Mark and wordmark side by side. A surrounding link needs the accessible name まなびば. */
export function Logo({ markSize = 28 }: { markSize?: number }) {
  return (
    <span className={styles.logo}>
      <span className={styles.mark}>
        <LogoMark size={markSize} />
      </span>
      <Wordmark />
    </span>
  );
}
