import type { KonbiniDetails } from '@manabiba/shared/contract/tickets';

import { formatMoment } from '../../core/format-moment';
import { KonbiniNumbers } from '../../core/participation/konbini-numbers';

import styles from './tickets.module.css';

/** A pending convenience store payment: the deadline, then the numbers to give at the store. */
export function Konbini({ details: { expiresAt, stores } }: { details: KonbiniDetails }) {
  return (
    <div className={styles.konbini}>
      <p className={styles.due}>
        <strong>{formatMoment(expiresAt)}までに</strong>お支払いください。
      </p>
      <KonbiniNumbers stores={stores} />
    </div>
  );
}
