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
      <div className={styles.fields}>
        <Consent me={me} />
        {me.guardianConsent !== 'given' && (
          <Suspense>
            <GuardianRequest me={me} />
          </Suspense>
        )}
      </div>
    </SettingCard>
  );
}

const standing = {
  missing: '未依頼',
  asked: 'お返事をお待ちしています',
  given: '同意済み',
  refused: '同意がありません',
} as const;

function Consent({ me }: { me: SignedInMe }) {
  if (me.guardianConsent === 'given') {
    return (
      <div className={styles.stack}>
        <Badge tone="ok">
          <Icon icon={Check} size={16} />
          {standing.given}
        </Badge>
        <p className={styles.small}>
          保護者の方から同意をいただいています。保護者の方は、お送りしたメールのリンクから、いつでも取り消せます。
        </p>
      </div>
    );
  }
  const why = me.guardianConsentNeeded
    ? '16歳未満の方のご利用には、保護者の方の同意をお願いしております。'
    : '18歳未満の方が有料のイベントやプランをお申し込みになるには、保護者の方の同意が必要です。';
  return (
    <div className={styles.stack}>
      <Badge tone={me.guardianConsentNeeded && me.guardianConsent !== 'asked' ? 'warn' : 'plain'}>
        {standing[me.guardianConsent ?? 'missing']}
      </Badge>
      {me.guardianConsent === 'refused' && (
        <p className={styles.small}>保護者の方から、同意しないとのお返事、または同意の取り消しがありました。</p>
      )}
      <p className={styles.small}>{why}</p>
    </div>
  );
}
