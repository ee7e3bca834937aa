import type { GuardianConsent } from '@manabiba/shared/contract/account';
import { LINK_TOKEN_PATTERN } from '@manabiba/shared/contract/limits';
import { getGuardianConsent } from '@manabiba/shared/data/endpoints';
import { useEndpoint, usePageTitle, useSearchParams } from '@manabiba/shared/platform';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Panel } from '@manabiba/shared/ui/panel';
import { Spinner } from '@manabiba/shared/ui/spinner';
import { useState } from 'react';

import { Gate } from '../gate/gate';
import { ExpiredLink } from './expired-link';
import { GivenConsent, WithdrawnConsent } from './given-consent';
import { GuardianConsentForm } from './guardian-consent-form';
import { PurchaseRequestPage } from './purchase-request';

import styles from './account-links.module.css';

/**
 * The page where a guardian, who has no account, reads a child's request, answers it, and withdraws consent: for the
 * account, or by ?purchase= for a ticket.
 */
export function GuardianConsentPage() {
  usePageTitle('保護者の方の同意');
  const [query] = useSearchParams();
  const purchase = query.get('purchase');
  if (purchase !== null) return <PurchaseRequestPage token={purchase} />;
  return <AccountConsent token={query.get('token') ?? ''} />;
}

function AccountConsent({ token }: { token: string }) {
  // Valid characters of a link; anything else is invalid.
  const isLink = LINK_TOKEN_PATTERN.test(token);
  const { data, error, retry } = useEndpoint(getGuardianConsent, isLink ? { params: { token } } : null);
  if (data) return <Consent key={token} token={token} found={data} />;
  if (!isLink || error?.code === 'link_expired') {
    return (
      <ExpiredLink>
        お送りしてから14日が過ぎているか、同意しないとのお返事をすでにいただいています。もう一度必要な場合は、お子さまのアカウント設定から、同意のお願いを送り直すことができます。
      </ExpiredLink>
    );
  }
  if (error)
    return (
      <Gate>
        <Panel>
          <ErrorState title="内容を表示できませんでした。" hint={error.message} level={2} onRetry={retry} />
        </Panel>
      </Gate>
    );
  return (
    <Gate>
      <Panel>
        <div className={styles.waiting}>
          <Spinner size={32} label="読み込み中" />
        </div>
      </Panel>
    </Gate>
  );
}

/** The state of the link when the page was opened: the components handle later changes themselves. */
function Consent({ token, found }: { token: string; found: GuardianConsent }) {
  const [child] = useState(found);
  switch (child.state) {
    case 'asked':
      return <GuardianConsentForm token={token} child={child} />;
    case 'given':
      return <GivenConsent token={token} child={child} />;
    case 'withdrawn':
      return <WithdrawnConsent nickname={child.nickname} />;
  }
}
