import { encode } from 'uqr';

import { classNames } from './class-names';

import styles from './qr-code.module.css';

interface QrCodeProps {
  text: string;
  /** What reading it does, for screen readers. */
  label: string;
  className?: string | undefined;
}

/** Modules of white around the code, which readers need. Source: ISO/IEC 18004, 9.1. */
const QUIET_ZONE = 4;

/** A QR code, dark on white in either theme. Brings its encoder: import it where the dialog or page loads lazily. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      className={classNames(styles.code, className)}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={squares.join('')} />
    </svg>
  );
}
