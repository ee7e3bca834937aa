import { usePageTitle } from '@manabiba/shared/platform';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { Settings } from '../features/settings/settings';
import styles from './settings-page.module.css';

/** /settings */
export function SettingsPage() {
  usePageTitle('アカウント設定');
  return (
    <PageBody className={styles.page}>
      <h1>アカウント設定</h1>
      <Settings />
    </PageBody>
  );
}
