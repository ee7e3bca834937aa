import type { AppConfig } from '@manabiba/shared/page/boot-data';
import { useConfig } from '@manabiba/shared/platform';

import styles from './legal.module.css';

const stand: Record<keyof AppConfig['operator'], string> = {
  name: '株式会社○○○○',
  representative: '代表取締役 ○○ ○○',
  address: '〒000-0000 ○○県○○市○○ 0-0-0',
  phone: '00-0000-0000(平日 10:00〜17:00)',
  email: 'support@○○○○.example',
};

/** An operator detail of this installation; until it is configured, a placeholder that is marked as one. */
export function OperatorDetail({ of }: { of: keyof AppConfig['operator'] }) {
  const { operator } = useConfig();
  return operator[of] ?? <mark className={styles.standIn}>ひな形: {stand[of]}</mark>;
}
