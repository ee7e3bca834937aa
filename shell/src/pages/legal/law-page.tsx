import {
  ARCHIVE_TICKET_CANCEL_DAYS,
  ARCHIVE_TICKET_REFUND_DAYS,
  FULL_REFUND_MOVE_HOURS,
} from '@manabiba/shared/contract/limits';
import { Link, paths, useConfig } from '@manabiba/shared/platform';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { TextLink, textLinkClass } from '@manabiba/shared/ui/text-link';
import type { ReactNode } from 'react';

import { TemplateNotice } from './legal-text';
import { OperatorDetail } from './operator-detail';

import styles from './legal.module.css';

/** /law, 特定商取引法に基づく表記: the seller, payment and refunds. */
export function LawPage() {
  return (
    <PageBody className={styles.page}>
      <h1>特定商取引法に基づく表記</h1>
      <p className={styles.since}>2025年4月1日 制定・2026年11月28日 最終改定</p>
      <TemplateNotice />
      <dl className={styles.rows}>
        {rows.map(([id, name, body]) => [
          <dt key={`${id}-name`} id={id}>
            {name}
          </dt>,
          <dd key={id}>{body}</dd>,
        ])}
      </dl>
    </PageBody>
  );
}

const rows: ReadonlyArray<[string, string, ReactNode]> = [
  ['seller', '販売事業者', <OperatorDetail of="name" />],
  ['representative', '運営責任者', <OperatorDetail of="representative" />],
  ['address', '所在地', <OperatorDetail of="address" />],
  ['phone', '電話番号', <OperatorDetail of="phone" />],
  ['contact', 'メールアドレス・お問い合わせ', <Contact />],
  [
    'organizer',
    'イベントの主催者',
    <p>
      チケットは、各イベントのページに表示する主催者(プロフェッショナルの方)が販売します。主催者の氏名または名称、住所、電話番号は、運営者が保管し、ご請求があれば遅滞なくお知らせします。
    </p>,
  ],
  [
    'price',
    '販売価格',
    <>
      <p>
        プランの料金とチケットの価格は、各プラン・イベントのページと、お申し込みの最終確認の画面に、消費税を含む金額(円)で表示します。
      </p>
    </>,
  ],
  [
    'fees',
    '代金以外に必要な費用',
    <p>
      インターネットの接続にかかる通信料は、お客さまのご負担となります。ライブの教室では、1時間あたり数百MBの通信を使うことがあります。コンビニでのお支払いに手数料はかかりません。
    </p>,
  ],
  ['payment', 'お支払いの方法', <p>クレジットカード、デビットカード、コンビニ払い、PayPay(プランはカードのみ)</p>],
  [
    'payment-time',
    'お支払いの時期',
    <>
      <p>チケット: お申し込みのとき。コンビニ払いは、お申し込みの後に表示する期限まで。お席の確保は15分間です。</p>
      <p>
        プラン:
        無料体験がある場合はその終了の日、ない場合はお申し込みの日。以後、1か月ごと(年払いは1年ごと)の更新の日に自動でお支払いいただきます。カード会社の引き落としの日は、各社の定めによります。
      </p>
    </>,
  ],
  [
    'delivery',
    '提供の時期',
    <>
      <p>プラン: お申し込みの手続きが完了した時から。</p>
      <p>チケット: イベントのページに表示する日時。アーカイブがあるときは、公開の日から表示する期限まで。</p>
    </>,
  ],
  [
    'term',
    '契約の期間と自動更新',
    <p>
      プランは1か月単位(年払いは1年単位)で、解約のお申し出があるまで自動で更新されます。無料体験は、おひとりにつき1回です。期間の終わりまでに解約しないと、有料のプランに移ります。
    </p>,
  ],
  [
    'cancel',
    '解約(プラン)',
    <p>
      <Link className={textLinkClass} to={paths.settings.href()}>
        アカウント設定
      </Link>
      の「ご利用中のプラン」から、いつでも手続きできます。違約金はありません。解約の後も、お支払い済みの期間の終わりまでご利用いただけます。日割りの返金はありません。
    </p>,
  ],
  [
    'refund',
    'キャンセルと返金(チケット)',
    <>
      <p>
        お客さまの都合によるキャンセルは、各イベントのページに表示する条件によります。表示がないときは、開始の24時間前まで全額を返金し、その後は返金しません。
      </p>
      <p>
        開始日時が、お申し込みのときに表示した日時から{FULL_REFUND_MOVE_HOURS}
        時間を超えて変わったときは、この条件にかかわらず、新しい開始日時までの取り消しに全額を返金します。
      </p>
      <p>
        アーカイブの視聴チケットは、購入から{ARCHIVE_TICKET_CANCEL_DAYS}
        日以内で、視聴を始める前のキャンセルに全額を返金し、その後は返金しません。購入から{ARCHIVE_TICKET_REFUND_DAYS}
        日以内にアーカイブの公開が終わったときは、全額を返金します。
      </p>
      <p>
        イベントが中止になったとき、確保の時間を過ぎてからお支払いが確認されたときは、全額を返金します。返金は、お支払いの方法に応じて、カードへの返金または銀行への振り込みで行います。
      </p>
    </>,
  ],
  [
    'returns',
    '返品について',
    <p>
      サービスの性質上、提供の後の返品はお受けできません。運営者または主催者の責任で参加・視聴ができなかったときは、返金します。
    </p>,
  ],
  [
    'minors',
    '未成年の方のお申し込み',
    <p>18歳未満の方が申し込むには、保護者の方の同意が必要です。12歳以下の方は申し込めません。</p>,
  ],
  ['quantity', '販売数量の制限', <p>チケットの枚数とおひとりの上限は、各イベントのページに表示します。</p>],
  [
    'environment',
    '動作環境',
    <p>Chrome、Edge、Firefox、Safari の最新版。発言するときはマイク、映像を出すときはカメラが必要です。</p>,
  ],
];

function Contact() {
  const { links } = useConfig();
  return (
    <>
      <p>
        <OperatorDetail of="email" />
      </p>
      <p>
        <TextLink href={links.help} isExternal>
          ヘルプセンター
        </TextLink>
        でも受け付けます。
      </p>
    </>
  );
}
