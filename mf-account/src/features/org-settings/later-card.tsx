import { SettingCard } from '../../core/setting-card';
import styles from './org-settings.module.css';

/** A part that is not there yet: says so, and offers nothing that does not work. */
export function LaterCard({ id, title, what }: { id: string; title: string; what: string }) {
  return (
    <SettingCard id={id} title={title}>
      <p className={styles.small}>{what}は、まだご利用いただけません。いま必要なお手続きはありません。</p>
    </SettingCard>
  );
}
