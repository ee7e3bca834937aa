import { usePageTitle } from '@manabiba/shared/platform';
import { PageBody } from '@manabiba/shared/ui/page-body';

import { Inbox } from '../features/inbox/inbox';

import styles from '../core/page.module.css';

/** /notifications */
export function NotificationsPage() {
  usePageTitle('お知らせ');
  return (
    <PageBody width="inbox" className={styles.page}>
      <Inbox />
    </PageBody>
  );
}
