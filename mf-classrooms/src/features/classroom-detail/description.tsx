import { RichText } from '@manabiba/shared/ui/rich-text';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';

import styles from './classroom-detail.module.css';

/** The host's description with line breaks, lists and links. */
export function Description({ text }: { text: string }) {
  if (!text.trim()) return null;
  return (
    <section className={styles.section}>
      <VisuallyHidden>
        <h2>説明</h2>
      </VisuallyHidden>
      <RichText text={text} />
    </section>
  );
}
