import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

import styles from './mini-player.module.css';

interface PicturePortalProps {
  picture: Window;
  children: ReactNode;
}

/** Renders into another window. */
export function PicturePortal({ picture, children }: PicturePortalProps) {
  return createPortal(
    <aside className={styles.window} aria-label="参加中の教室">
      {children}
    </aside>,
    picture.document.body,
  );
}
