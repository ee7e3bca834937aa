import type { SignedInMe } from '@manabiba/shared/contract/users';
import { formatShortDate } from '@manabiba/shared/format/date-time';
import { Slot, useNow } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { millisecondsInDay } from 'date-fns/constants';

import { planStatus } from './plan';

import styles from '../settings.module.css';

/** The user's plan and its end. */
export function PlanCard({ id, me }: { id: string; me: SignedInMe }) {
  const now = useNow(millisecondsInDay);
  const status = planStatus(me, (moment) => formatShortDate(moment, now));
  return (
    <SettingCard id={id} title="ご利用中のプラン">
      <div className={styles.latePlan}>
        <Slot
          name="settings-plan"
          fallback={
            <div className={styles.stack}>
              <Badge tone={status.tone}>{status.word}</Badge>
              <p className={styles.small}>{status.sentence}</p>
            </div>
          }
        />
      </div>
    </SettingCard>
  );
}
