import type { OpenReport, ReportDecision } from '@manabiba/shared/contract/staff-reports';
import { reportReasons } from '@manabiba/shared/format/report-reasons';

export const wordOfReason = (reason: OpenReport['reason']) =>
  reportReasons.find(({ value }) => value === reason)?.label ?? reason;

const kindWords: Readonly<Record<OpenReport['kind'], string>> = {
  comment: 'コメント',
  question: '質問',
  board: 'ホワイトボード',
  person: 'プロフィール',
  archive: 'アーカイブ',
  rating: 'レビュー',
  message: '参加者へのメッセージ',
  series: '連続講座',
};

/** Where it happened: the name of the classroom, event, archive or series, or the kind. */
export const placeOf = ({ kind, place }: Pick<OpenReport, 'kind' | 'place'>) => place ?? kindWords[kind];

interface DecisionWords {
  label: string;
  /** Question of the confirmation. */
  title: (name: string) => string;
  /** What happens then. */
  consequence: string;
  done: string;
}

export const decisionWords: Readonly<Record<ReportDecision, DecisionWords>> = {
  suspend: {
    label: '利用を停止する',
    title: (name) => `${name}さんの利用を停止しますか`,
    consequence:
      'いまいる教室から退室し、予定している教室は中止になります。次の文が本人に届きます。18歳未満の方は、同意した保護者にも届きます。',
    done: '利用を停止しました。',
  },
  warn: {
    label: '警告を送る',
    title: (name) => `${name}さんに警告を送りますか`,
    consequence: '次の文が本人に届きます。18歳未満の方は、同意した保護者にも届きます。',
    done: '警告を送りました。',
  },
  delete_comment: {
    label: 'コメントを削除する',
    title: () => 'コメントを削除しますか',
    consequence: '教室にいる全員の画面から消え、元には戻せません。',
    done: 'コメントを削除しました。',
  },
  delete_question: {
    label: '質問を削除する',
    title: () => '質問を削除しますか',
    consequence: '教室にいる全員の画面から消え、元には戻せません。',
    done: '質問を削除しました。',
  },
  clear_board: {
    label: 'ボードを消去する',
    title: () => 'ホワイトボードを消去しますか',
    consequence:
      '描かれたものがすべて、教室にいる全員の画面から消えます。ホストにも元に戻せません。資料に加えられた画像は残ります。',
    done: 'ホワイトボードを消去しました。',
  },
  delete_rating: {
    label: 'レビューを削除する',
    title: () => 'レビューを削除しますか',
    consequence: 'ホストの返信とともに消え、平均からも外れます。本人は書き直せません。元には戻せません。',
    done: 'レビューを削除しました。',
  },
  delete_message: {
    label: 'メッセージを削除する',
    title: () => 'メッセージを削除しますか',
    consequence:
      '参加者の画面から消え、まだ送られていないお知らせのメールも止まります。届いたメールは消せません。元には戻せません。',
    done: 'メッセージを削除しました。',
  },
  hide_series: {
    label: '連続講座を非公開にする',
    title: () => '連続講座を非公開にしますか',
    consequence:
      'ページと検索エンジンへの案内から消え、主催者と運営メンバーだけが見られます。まとめて購入はできなくなりますが、教室と予約、イベントとチケットはそのまま残ります。',
    done: '連続講座を非公開にしました。',
  },
  dismiss: {
    label: '対応しない',
    title: () => '対応せずに終えますか',
    consequence: '通報した方に、確認したことをお知らせします。',
    done: '通報の対応を終えました。',
  },
};

/** Decisions that the reported user reads a text about. */
export const needsReason = (decision: ReportDecision) => decision === 'warn' || decision === 'suspend';
