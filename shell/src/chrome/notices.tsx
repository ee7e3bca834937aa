import type { Me } from '@manabiba/shared/contract/users';
import { Link, paths, useMe, useResendEmail } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Notice } from '@manabiba/shared/ui/notice';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { textLinkClass } from '@manabiba/shared/ui/text-link';
import { IdCard, Mail } from 'lucide-react';
import type { ReactNode } from 'react';

import { Late, lateComponent } from '../app/late';

import styles from './chrome.module.css';

const LateNotices = lateComponent((file) => file.LateNotices);

/**
 * Account notices under the header, on every page with notices.
 * @param news notices about the product itself.
 */
export function Notices({ news }: { news?: ReactNode }) {
  const me = useMe();
  return (
    <PageBody className={styles.notices}>
      {(owesPayment(me) || owesDocuments(me) || owesVerification(me)) && (
        <section aria-label="ご確認のお願い" className={styles.ownNotices}>
          {owesPayment(me) && <PaymentNotice />}
          {owesDocuments(me) && <DocumentsNotice />}
          {owesVerification(me) && <VerificationNotice />}
        </section>
      )}
      {news}
      <div role="status">
        <Late>
          <LateNotices />
        </Late>
      </div>
    </PageBody>
  );
}

/** Whether an account notice under the header pushes the page content down. */
export const hasNoticeOffset = (me: Me) => owesPayment(me) || owesDocuments(me);

const owesPayment = (me: Me) => me.role !== 'anonymous' && me.stripeInvoiceStatus === 'open';
const owesDocuments = (me: Me) => me.role !== 'anonymous' && me.isStudentAge && me.state === 'need_resubmit';
/** Suspended and withdrawn users cannot act on it, and the api sends them no mail. */
const owesVerification = (me: Me) =>
  me.role !== 'anonymous' &&
  me.email !== null &&
  !me.fromFirebase.emailVerified &&
  me.state !== 'suspended' &&
  me.state !== 'withdrawn';

function PaymentNotice() {
  const action = (
    <Link className={textLinkClass} to={`${paths.settings.href()}#card`}>
      カード情報を確認する
    </Link>
  );
  return (
    <Notice tone="warn" action={action}>
      カードでのお支払いを確認できませんでした。<span className={styles.unbroken}>カード情報をご確認ください。</span>
    </Notice>
  );
}

function DocumentsNotice() {
  const action = (
    <Link className={buttonClass({ size: 'small' })} to={`${paths.settings.href()}#id`}>
      書類を提出する
    </Link>
  );
  return (
    <Notice tone="warn" icon={IdCard} action={action}>
      本人確認書類の再提出をお願いいたします。ご提出後は、すべての機能をご利用いただけます。
    </Notice>
  );
}

function VerificationNotice() {
  const resend = useResendEmail();
  const action = (
    <Button size="small" onClick={resend}>
      確認メールを再送
    </Button>
  );
  return (
    <Notice icon={Mail} action={action}>
      メールアドレスの確認がまだ済んでいません。<span className={styles.unbroken}>お送りしたメールのリンクを</span>
      開いてください。
    </Notice>
  );
}
