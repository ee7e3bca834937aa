import { usePageTitle, useEndpoint, useSearchParams } from '@manabiba/shared/platform';
import { getGuardianConsent } from '@manabiba/shared/data/endpoints';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Panel } from '@manabiba/shared/ui/panel';
import { Spinner } from '@manabiba/shared/ui/spinner';
import { Gate } from '../gate/gate';
import styles from './account-links.module.css';
import { ExpiredLink } from './expired-link';
import { GuardianConsentForm } from './guardian-consent-form';

/** Where a guardian, who has no account, reads what a child asks for and answers. */
export function GuardianConsentPage() {
  usePageTitle('保護者の方の同意');
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  // A link can only be made of these; anything else is none.
  const isLink = /^[\w-]{1,128}$/.test(token);
  const { data, error, retry } = useEndpoint(getGuardianConsent, isLink ? { params: { token } } : null);
  // A form that stands stays: it has an answer of its own to an answer that was given meanwhile.
  if (data) return <GuardianConsentForm token={token} child={data} />;
  if (!isLink || error?.code === 'link_expired') {
    return (
      <ExpiredLink>
        お送りしてから14日が過ぎているか、すでにお返事をいただいています。もう一度必要な場合は、お子さまのアカウント設定から、同意のお願いを送り直すことができます。
      </ExpiredLink>
    );
  }
  if (error) return <Gate><Panel><ErrorState title="内容を表示できませんでした。" hint={error.message} level={2} onRetry={retry} /></Panel></Gate>;
  return <Gate><Panel><div className={styles.waiting}><Spinner size={32} label="読み込み中" /></div></Panel></Gate>;
}
