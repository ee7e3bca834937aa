import { ARCHIVE_REVIEW_DAYS } from '@manabiba/shared/contract/limits';

import { AnalyticsChoice } from './analytics-choice';
import type { LegalSection } from './legal-text';

import styles from './legal.module.css';

const kept: ReadonlyArray<[string, string]> = [
  ['アカウントの情報', '退会から30日後まで(その間は元に戻せます)'],
  ['本人確認書類', '確認の結果が出てから30日後まで'],
  ['教室のコメント', '退会の後は「退会したユーザー」の発言として残ります'],
  ['ホストをした教室の録画とアーカイブ', '退会から30日後まで'],
  ['お支払いと返金の記録', '取引から7年間(税法による)'],
  ['データの書き出しのファイル', '作成から7日間'],
  ['ログインした端末の記録', '退会から30日後まで(ログインの状態は最後の利用から30日間)'],
  ['利用状況の計測', '395日間(約13か月)'],
];

/** The data held, its purpose and its retention: the first part of the policy. */
export const privacyOfData: readonly LegalSection[] = [
  {
    id: 'data',
    title: '1. お預かりする情報',
    body: (
      <ul>
        <li>
          登録のとき:
          ニックネーム、メールアドレス、生年月日、パスワード(元に戻せない形で保管します)。15歳以下の方は保護者の方のメールアドレス。提携校の方は学校コードと学籍コード
        </li>
        <li>本人確認のとき: 学生証などの書類の画像。運営スタッフのほかは見ることができない場所に保管します</li>
        <li>プロフィール: アイコン、自己紹介、職業、プロフェッショナルの方の団体の情報</li>
        <li>利用にともなう記録: 作成・予約・参加した教室、コメント、リアクション、フォロー、通知、視聴の回数</li>
        <li>
          ライブの教室:
          参加中の方の表示名、役割、マイクとカメラの状態、接続の状態。参加している方にだけ届き、教室が終わると更新されなくなります
        </li>
        <li>
          パスキーを登録したとき:
          公開鍵、パスキーの名前、登録と利用の日時。指紋や顔などの情報は端末の中にあり、お預かりしません
        </li>
        <li>
          二段階認証を設定したとき:
          認証アプリの鍵(暗号化して保管します)、回復コード(元に戻せない形で保管します)、設定と利用の日時
        </li>
        <li>お支払い: 購入の履歴。カードの番号は決済会社が扱い、運営者は番号を保管しません</li>
        <li>端末の情報: IPアドレス、ブラウザーの種類、ログインの日時(不正なログインを防ぐため)</li>
      </ul>
    ),
  },
  {
    id: 'purposes',
    title: '2. 利用の目的',
    body: (
      <ul>
        <li>本人と年齢の確認、年齢に応じた機能の提供</li>
        <li>教室、イベント、アーカイブの提供と、開始などのご案内</li>
        <li>お支払い、返金、売上の振り込み、請求書の発行</li>
        <li>通報への対応、不正な利用の防止、未成年の方の保護</li>
        <li>お問い合わせへの回答、重要なお知らせの送信</li>
        <li>同意いただいた場合の、利用状況の集計とサービスの改善</li>
      </ul>
    ),
  },
  {
    id: 'recording',
    title: '3. 音声、映像、録画',
    body: (
      <>
        <p>
          教室の音声と映像は、参加している方に届けるためだけに中継し、録画をする教室のほかでは保存しません。録画をするときは参加の前に表示し、同意をいただきます。
        </p>
        <p>
          録画に含まれるのは、発言した方の音声、カメラの映像、共有した画面、表示名です。公開の前の{ARCHIVE_REVIEW_DAYS}
          日間は、アーカイブの一覧の「公開前の確認」から録画を開き、「自分の発言を外す」でご自身の声と映像を外すことができます。公開の後の削除は、ヘルプセンターからお申し出ください。
        </p>
      </>
    ),
  },
  {
    id: 'children',
    title: '4. お子さまの情報',
    body: (
      <ul>
        <li>
          12歳以下の方については、ニックネームとアイコンのほかは公開しません。フォローの対象にせず、利用状況の計測もしません。
        </li>
        <li>
          15歳以下の方は、保護者の方の同意を確認してから、ご年齢に応じた機能を提供します。提携校の方の同意は学校が確認します。
        </li>
        <li>生年月日と年齢は、ほかの方に表示しません。</li>
        <li>
          保護者の方は、同意のお願いのメールのリンクから、いつでも同意を取り消すことができます。お子さまの情報の確認、訂正、削除を求めることもできます。
        </li>
      </ul>
    ),
  },
  {
    id: 'cookies',
    title: '5. Cookie',
    body: (
      <>
        <p>広告のためのCookieは使いません。使うのは次のものだけです。</p>
        <div className={styles.scroll} role="region" aria-label="使っているCookie" tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">名前</th>
                <th scope="col">目的</th>
                <th scope="col">期間</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <td>token、refresh</td>
                <td>ログインの状態を保ちます。ページのプログラムからは読み取れません</td>
                <td>30日</td>
              </tr>
              <tr>
                <td>theme</td>
                <td>明るい表示・暗い表示の選択を保ちます</td>
                <td>1年</td>
              </tr>
              <tr>
                <td>timezone</td>
                <td>日本のほかの地域でご覧の方に、日時をその地域の時刻で表示します</td>
                <td>1年</td>
              </tr>
              <tr>
                <td>analytics</td>
                <td>利用状況の計測に同意したかどうかを保ちます</td>
                <td>1年</td>
              </tr>
              <tr>
                <td>closed_terms</td>
                <td>規約とポリシーの変更のお知らせを閉じたことを覚えます</td>
                <td>変更の日まで。ログアウトでも消えます</td>
              </tr>
              <tr>
                <td>release_visitor</td>
                <td>新しい版を一部の方から公開するとき、同じ方に同じ版を表示します</td>
                <td>ブラウザーを閉じるまで</td>
              </tr>
            </tbody>
          </table>
        </div>
      </>
    ),
  },
  {
    id: 'analytics',
    title: '6. 利用状況の計測',
    body: (
      <>
        <p>
          同意いただいた場合に限り、あらかじめ決めた種類の操作(教室やイベントの画面を開いた、参加や共有のボタンを押した、登録などの入力を始めた)を集計します。集めるのは操作の種類と、未登録・登録済み・学生・プラン会員という段階だけで、お名前、入力された内容、開いた教室やイベントの名前は含みません。
        </p>
        <p>
          記録は、どなたの操作か分からない形で395日間保管します。Firebase Analytics(Google
          LLC、米国)を使う設定のときは、同意いただいた後にはじめて読み込み、同じ内容を送ります。広告には使いません。
        </p>
        <p>
          12歳以下の方の操作は計測しません。同意はいつでも取り消すことができ、取り消してもすべての機能をお使いいただけます。
        </p>
        <AnalyticsChoice />
      </>
    ),
  },
  {
    id: 'retention',
    title: '7. 保管の期間',
    body: (
      <div className={styles.scroll} role="region" aria-label="保管の期間" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">情報</th>
              <th scope="col">期間</th>
            </tr>
          </thead>
          <tbody>
            {kept.map(([what, howLong]) => (
              <tr key={what}>
                <td>{what}</td>
                <td>{howLong}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    ),
  },
];
