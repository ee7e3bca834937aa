import { usePageTitle, useSearchParams } from '@manabiba/shared/platform';
import { PageBody } from '@manabiba/shared/ui/page-body';

import { Unsubscribe } from '../features/unsubscribe/unsubscribe';

import styles from '../core/page.module.css';

/** /unsubscribe?token= */
export function UnsubscribePage() {
  usePageTitle('メールの停止');
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  return (
    <PageBody width="inbox" className={styles.page}>
      <Unsubscribe key={token} token={token} />
    </PageBody>
  );
}
