import { SettingCard } from '../../core/setting-card';
import styles from './org-settings.module.css';

/** A part that opens together with payments: says so, and offers nothing that does not work. */
export function LaterCard({ id, title, what }: { id: string; title: string; what: string }) {
  return (
    <SettingCard id={id} title={title}>
      <p className={styles.small}>{what}は、オンライン決済の開始とあわせてご利用いただけるようになります。いま必要なお手続きはありません。</p>
    </SettingCard>
  );
}
