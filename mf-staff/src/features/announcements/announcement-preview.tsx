import { Icon } from '@manabiba/shared/ui/icon';
import { Panel } from '@manabiba/shared/ui/panel';
import { Info } from 'lucide-react';

import styles from './announcements.module.css';

/** How a person sees the announcement among their notifications. */
export function AnnouncementPreview({ title, body }: { title: string; body: string }) {
  return (
    <figure className={styles.preview}>
      <figcaption>見え方</figcaption>
      <Panel>
        <div className={styles.note}>
          <Icon icon={Info} />
          <p>
            運営からのお知らせ <strong>{title.trim() === '' ? '題名' : title}</strong>
          </p>
        </div>
        {body.trim() !== '' && <p className={styles.body}>{body}</p>}
        <p className={styles.hint}>本文は、メールに入ります。止めたときは、その時点までの人に届きます。</p>
      </Panel>
    </figure>
  );
}
