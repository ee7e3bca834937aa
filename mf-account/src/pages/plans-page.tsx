import { Phrases, usePageTitle } from '@manabiba/shared/platform';
import { PageBody } from '@manabiba/shared/ui/page-body';

import { Plans } from '../features/plans/plans';

import styles from './plans-page.module.css';

/** /plans */
export function PlansPage() {
  usePageTitle('プラン');
  return (
    <PageBody className={styles.page}>
      <h1>プラン</h1>
      <p className={styles.lead}>
        <Phrases text="教室への参加は無料です。プランに登録すると、プラン会員向けのイベントとアーカイブをお楽しみいただけます。" />
      </p>
      <Plans />
    </PageBody>
  );
}
