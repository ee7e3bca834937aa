import type { SignedInMe } from '@manabiba/shared/contract/users';
import { Badge } from '@manabiba/shared/ui/badge';
import { Icon } from '@manabiba/shared/ui/icon';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { Check } from 'lucide-react';
import { lazy, Suspense } from 'react';

import styles from '../settings.module.css';

/** Loaded lazily: for users under 18 whose guardian has not consented. */
const GuardianRequest = lazy(() =>
  import('./guardian-request').then((module) => ({ default: module.GuardianRequest })),
);

/** The state of a guardian's consent for users under 18, and how to request it. */
export function GuardianCard({ id, me }: { id: string; me: SignedInMe }) {
  return (
    <SettingCard id={id} title="保護者の同意">
      {me.guardianConsent === 'given' ? (
        <div className={styles.stack}>
          <Badge tone="ok">
            <Icon icon={Check} size={16} />
            同意済み
          </Badge>
          <p className={styles.small}>
            保護者の方から同意をいただいています。保護者の方は、お送りしたメールのリンクから、いつでも取り消せます。
          </p>
        </div>
      ) : (
        <Suspense>
          <GuardianRequest me={me} />
        </Suspense>
      )}
    </SettingCard>
  );
}
