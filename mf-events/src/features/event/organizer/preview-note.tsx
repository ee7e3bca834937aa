import { Link, paths } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { PageBody } from '@manabiba/shared/ui/page-body';

import styles from '../price-panel.module.css';

/** Banner on the organizer's preview of an event. */
export function PreviewNote({ eventId }: { eventId: string }) {
  return (
    <PageBody>
      <p className={styles.preview} role="status">
        <span>プレビューです。申し込む方には、このように表示されます。</span>
        <Link className={buttonClass({ size: 'small' })} to={paths.editEvent.href({ id: eventId }, { tab: 'edit' })}>
          編集に戻る
        </Link>
      </p>
    </PageBody>
  );
}
