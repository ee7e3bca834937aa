import { IdCard } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, paths, useMe } from '@manabiba/shared/platform';
import type { Me } from '@manabiba/shared/contract/users';
import { buttonClass } from '@manabiba/shared/ui/button';
import { Notice } from '@manabiba/shared/ui/notice';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { textLinkClass } from '@manabiba/shared/ui/text-link';
import styles from './chrome.module.css';
import { LineNotice } from './line-notice';

/**
 * What a person must know on every page with notices, under the header.
 * @param news what the product has to say of itself.
 */
export function Notices({ news }: { news?: ReactNode }) {
  const me = useMe();
  return (
    <PageBody className={styles.notices}>
      {owesPayment(me) && <PaymentNotice />}
      {owesDocuments(me) && <DocumentsNotice />}
      {news}
      <LineNotice />
    </PageBody>
  );
}

/** Whether the page begins lower because a notice about the person stands under the header. */
export const hasNoticeOffset = (me: Me) => owesPayment(me) || owesDocuments(me);

const owesPayment = (me: Me) => me.role !== 'anonymous' && me.stripeInvoiceStatus === 'open';
const owesDocuments = (me: Me) => me.role !== 'anonymous' && me.isStudentAge && me.state === 'need_resubmit';

function PaymentNotice() {
  const action = <Link className={textLinkClass} to={paths.settings.href()}>カード情報を確認する</Link>;
  return <Notice tone="warn" action={action}>カードでのお支払いを確認できませんでした。<span className={styles.unbroken}>カード情報をご確認ください。</span></Notice>;
}

function DocumentsNotice() {
  const action = <Link className={buttonClass({ size: 'small' })} to={paths.settings.href()}>書類を提出する</Link>;
  return <Notice tone="warn" icon={IdCard} action={action}>本人確認書類の再提出をお願いいたします。ご提出後は、すべての機能をご利用いただけます。</Notice>;
}
