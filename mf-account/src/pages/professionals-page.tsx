import { usePageTitle } from '@manabiba/shared/platform';
import { PageBody } from '@manabiba/shared/ui/page-body';

import { Professionals } from '../features/professionals/professionals';

import styles from './professionals-page.module.css';

/** /professionals */
export function ProfessionalsPage() {
  usePageTitle('プロフェッショナル');
  return (
    <PageBody className={styles.page}>
      <h1>プロフェッショナル</h1>
      <Professionals />
    </PageBody>
  );
}
