import { TERMS_NOTICE_DAYS } from '@manabiba/shared/contract/limits';
import { Link, paths, useConfig } from '@manabiba/shared/platform';
import { TextLink } from '@manabiba/shared/ui/text-link';

import type { LegalSection } from './legal-text';
import { OperatorDetail } from './operator-detail';

import styles from './legal.module.css';

const elsewhere: ReadonlyArray<[string, string, string]> = [
  [
    '決済会社(Stripe, Inc. とその日本法人)',
    'お支払い、カードの確認、売上の振り込み',
    'カードの情報、メールアドレス、購入の内容',
  ],
  [
    'クラウドの事業者',
    'サーバー、データベース、ファイル、メールの送信',
    '本サービスで扱う情報(事業者は内容を利用しません)',
  ],
  ['音声と映像の中継の事業者', 'ライブの教室の中継と録画', '音声、映像、表示名'],
  [
    'Google LLC(Firebase Analytics を使う設定のときだけ)',
    '同意いただいた利用状況の集計',
    '操作の種類、段階、ブラウザーの情報',
  ],
];

/** Third parties, security and the rights of users: the second part of the policy. */
export const privacyOfRights: readonly LegalSection[] = [
  {
    id: 'others',
    title: '8. 第三者への提供',
    body: (
      <>
        <p>次の場合のほかは、ご本人の同意なく個人情報を第三者に提供しません。</p>
        <ul>
          <li>法令に基づくとき</li>
          <li>人の生命、身体、財産の保護に必要で、同意を得ることが難しいとき</li>
          <li>イベントに申し込んだとき(参加する方の表示名を、主催者に伝えます)</li>
          <li>提携校のアカウントのとき(学籍コード、参加した教室、制限の状況を、所属する学校に伝えます)</li>
        </ul>
      </>
    ),
  },
  {
    id: 'processors',
    title: '9. 委託と外部への送信',
    body: (
      <>
        <p>
          本サービスの提供に必要な範囲で、次の事業者に取り扱いを委託し、情報を送信します。外国にある事業者については、その国の制度と事業者の措置を確認しています。
        </p>
        <div className={styles.scroll} role="region" aria-label="委託と外部への送信" tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">送信先</th>
                <th scope="col">目的</th>
                <th scope="col">情報</th>
              </tr>
            </thead>
            <tbody>
              {elsewhere.map((cells) => (
                <tr key={cells[0]}>
                  {cells.map((cell) => (
                    <td key={cell}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </>
    ),
  },
  {
    id: 'security',
    title: '10. 安全管理',
    body: (
      <ul>
        <li>通信を暗号化し、パスワードは元に戻せない形で保管します。</li>
        <li>本人確認書類を見ることができるのは担当のスタッフだけで、その操作をすべて記録します。</li>
        <li>画像に含まれる撮影の場所などの情報は、受け取ったときに取り除きます。</li>
        <li>漏えいなどが起きたときは、法令にしたがって個人情報保護委員会とご本人にお知らせします。</li>
      </ul>
    ),
  },
  {
    id: 'rights',
    title: '11. ご本人の権利',
    body: (
      <>
        <p>
          ご自身の情報は、<Link to={paths.settings.href()}>アカウント設定</Link>
          でいつでも確認、訂正できます。「データの書き出し」で、お預かりしている情報の写しを受け取ることができます。「退会」で削除を求めることができます。録画に残ったご自身の発言は「自分の発言を外す」(公開の前)で、教室に書いたコメントは教室のページで、ご自身で取り除くことができます。
        </p>
        <p>
          このほかの開示、訂正、利用の停止、第三者への提供の停止のご請求は、下記の窓口で承ります。ご本人(保護者の方のときは、その関係)を確認のうえ、遅滞なくお答えします。手数料はいただきません。
        </p>
      </>
    ),
  },
  {
    id: 'contact',
    title: '12. お問い合わせの窓口',
    body: (
      <>
        <p>
          <OperatorDetail of="name" /> 個人情報の窓口
        </p>
        <p>
          所在地: <OperatorDetail of="address" />
          <br />
          代表者: <OperatorDetail of="representative" />
          <br />
          メール: <OperatorDetail of="email" />
        </p>
        <p>
          <HelpLink />
          からもご連絡いただけます。
        </p>
      </>
    ),
  },
  {
    id: 'amendment',
    title: '13. この文書の変更',
    body: (
      <p>
        内容を変更するときは、効力の生じる日の{TERMS_NOTICE_DAYS}
        日前までに画面とメールでお知らせします。利用の目的を大きく変えるときは、あらためて同意をいただきます。
      </p>
    ),
  },
];

function HelpLink() {
  const { links } = useConfig();
  return (
    <TextLink href={links.help} isExternal>
      ヘルプセンター
    </TextLink>
  );
}
