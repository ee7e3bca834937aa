import { TextLink } from '@manabiba/shared/ui/text-link';
import { useConfig } from '@manabiba/shared/platform';
import { PageBody } from '@manabiba/shared/ui/page-body';
import styles from './legal.module.css';

/** 特定商取引法に基づく表記: who sells, how it is paid and given back. */
export function LawPage() {
  const { links } = useConfig();
  return (
    <PageBody className={styles.page}>
      <h1>特定商取引法に基づく表記</h1>
      <dl className={styles.rows}>
        <dt>販売事業者</dt>
        <dd>まなびば運営会社(<TextLink href={links.company} isExternal>会社の情報</TextLink>)</dd>
        <dt>お問い合わせ</dt>
        <dd><TextLink href={links.help} isExternal>ヘルプセンター</TextLink>からご連絡ください。所在地と電話番号は、ご請求により遅滞なくお知らせします。</dd>
        <dt>販売価格</dt>
        <dd>各イベントのページに、消費税を含む金額を表示します。</dd>
        <dt>商品代金以外の費用</dt>
        <dd>インターネットの接続にかかる通信料は、お客さまのご負担となります。</dd>
        <dt>お支払いの方法と時期</dt>
        <dd>クレジットカードで、お申し込みのときにお支払いいただきます。</dd>
        <dt>提供の時期</dt>
        <dd>イベントのページに表示する日時に提供します。</dd>
        <dt>キャンセルと返金</dt>
        <dd>各イベントのページに表示する条件によります。イベントが中止になったときは、全額を返金します。</dd>
        <dt>動作環境</dt>
        <dd>Chrome、Edge、Firefox、Safariの最新版</dd>
      </dl>
    </PageBody>
  );
}
