import styles from './logo.module.css';
import { markLines, wordmarkLetters } from './logo-drawing';

/** The mark: a door's arch, two pages at its foot, a person at the spine. Drawn in the colour of the text around it. */
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

/** まなびば, drawn with the mark's own stroke. */
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

/** Mark and wordmark side by side. A link around it needs the name まなびば as its label. */
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
