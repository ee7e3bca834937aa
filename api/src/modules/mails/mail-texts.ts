import { maskEmail } from '../../platform/mail/mask-email';
import { type ArchiveTicketMails, archiveTicketTexts } from './archive-ticket-texts';
import { type GuardianNoticeMails, guardianNoticeTexts } from './guardian-notice-texts';
import { type GuardianMails, guardianTexts } from './guardian-texts';
import type { MailContent } from './mail-layout';
import { type PlanMails, planTexts } from './plan-texts';
import { type PurchaseConsentMails, purchaseConsentTexts } from './purchase-consent-texts';
import { type SeatTransferMails, seatTransferTexts } from './seat-transfer-texts';
import { type SecondFactorMails, secondFactorTexts } from './second-factor-texts';
import { type TeamMails, teamTexts } from './team-texts';
import { type TermsMails, termsTexts } from './terms-texts';
import { type TicketMails, ticketTexts } from './ticket-texts';

/** The data of each mail besides the address. */
export interface MailData
  extends
    ArchiveTicketMails,
    GuardianMails,
    GuardianNoticeMails,
    PlanMails,
    PurchaseConsentMails,
    SecondFactorMails,
    SeatTransferMails,
    TeamMails,
    TermsMails,
    TicketMails {
  confirmation: { nickname: string; token: string };
  email_change: { nickname: string; token: string };
  email_changed: { nickname: string; newEmail: string };
  password_reset: { nickname: string; token: string };
  /** `passkeys`: the names of those that still sign in, as one text. */
  password_changed: { nickname: string; passkeys: string; apiKeys: string };
  passkey_added: { nickname: string; passkey: string };
  passkey_removed: { nickname: string; passkey: string };
  /** `key`: its name. */
  api_key_created: { nickname: string; key: string };
  /** `host`: of its address. */
  webhook_stopped: { nickname: string; host: string };
  provider_linked: { nickname: string };
  documents_approved: { nickname: string };
  documents_returned: { nickname: string; reason: string };
  suspended: { nickname: string; reason: string };
  reinstated: { nickname: string };
  withdrawn: { nickname: string; until: string };
  withdrawn_guardian: { nickname: string; until: string };
  restored: { nickname: string };
  data_export: { nickname: string; token: string };
}
export type MailTemplate = keyof MailData;

const ifNotYou = 'ご本人による操作でない場合は、すぐにパスワードを再設定してください。';

/** Returns the text of each mail. `url` turns a path into a URL of the product. */
export function mailTexts(url: (path: string) => string): { [N in MailTemplate]: (data: MailData[N]) => MailContent } {
  return {
    confirmation: ({ nickname, token }) => ({
      subject: 'メールアドレスの確認',
      name: nickname,
      paragraphs: [
        'まなびばへのご登録ありがとうございます。',
        '下のボタンから、メールアドレスの確認をお願いいたします。',
      ],
      action: { label: 'メールアドレスを確認する', url: url(`/verify_email?token=${token}`) },
      notes: ['このリンクの有効期限は3日間です。1回のみご利用いただけます。'],
    }),
    email_change: ({ nickname, token }) => ({
      subject: '新しいメールアドレスの確認',
      name: nickname,
      paragraphs: [
        'メールアドレスの変更を受け付けました。',
        '下のボタンから確認していただくと、新しいメールアドレスに切り替わります。',
      ],
      action: { label: 'メールアドレスを確認する', url: url(`/verify_email?token=${token}`) },
      notes: [
        'このリンクの有効期限は3日間です。1回のみご利用いただけます。',
        '確認が終わるまでは、これまでのメールアドレスでログインしてください。',
      ],
    }),
    email_changed: ({ nickname, newEmail }) => ({
      subject: 'メールアドレスの変更のお知らせ',
      name: nickname,
      paragraphs: [`アカウントのメールアドレスを ${maskEmail(newEmail)} に変更する手続きが行われました。`, ifNotYou],
      action: { label: 'アカウント設定を開く', url: url('/settings') },
    }),
    password_reset: ({ nickname, token }) => ({
      subject: 'パスワードの再設定',
      name: nickname,
      paragraphs: ['パスワードの再設定を受け付けました。', '下のボタンから、新しいパスワードを設定してください。'],
      action: { label: 'パスワードを再設定する', url: url(`/reset_password?token=${token}`) },
      notes: [
        'このリンクの有効期限は1時間です。1回のみご利用いただけます。',
        'お心あたりのない場合、パスワードは変わりません。',
      ],
    }),
    password_changed: ({ nickname, passkeys, apiKeys }) => ({
      subject: 'パスワードの変更のお知らせ',
      name: nickname,
      paragraphs: [
        'アカウントのパスワードが変更されました。ほかの端末ではログアウトしています。',
        ...(passkeys
          ? [
              `登録済みのパスキー${passkeys}では、引き続きログインできます。お心あたりのないものは、アカウント設定の「パスキー」から削除してください。`,
            ]
          : []),
        ...(apiKeys
          ? [
              `APIキー${apiKeys}も、引き続き使えます。お心あたりのないものは、アカウント設定の「APIキー」から無効にしてください。`,
            ]
          : []),
        ifNotYou,
      ],
      action: { label: 'パスワードを再設定する', url: url('/reset_password') },
    }),
    passkey_added: ({ nickname, passkey }) => ({
      subject: 'パスキーの登録のお知らせ',
      name: nickname,
      paragraphs: [
        `パスキー「${passkey}」が登録され、パスワードを入力せずにログインできるようになりました。`,
        'ご本人による操作でない場合は、すぐにこのパスキーを削除し、パスワードを変更してください。',
      ],
      action: { label: 'パスキーを確認する', url: url('/settings#passkeys') },
    }),
    passkey_removed: ({ nickname, passkey }) => ({
      subject: 'パスキーの削除のお知らせ',
      name: nickname,
      paragraphs: [
        `パスキー「${passkey}」が削除されました。このパスキーでは、もうログインできません。`,
        'ご本人による操作でない場合は、すぐにパスワードを変更してください。',
      ],
      action: { label: 'アカウント設定を開く', url: url('/settings#passkeys') },
    }),
    api_key_created: ({ nickname, key }) => ({
      subject: 'APIキーの作成のお知らせ',
      name: nickname,
      paragraphs: [
        `APIキー「${key}」が作成され、プログラムからまなびばを操作できるようになりました。`,
        'ご本人による操作でない場合は、すぐにこのAPIキーを無効にし、パスワードを変更してください。',
      ],
      action: { label: 'APIキーを確認する', url: url('/settings#api-keys') },
    }),
    webhook_stopped: ({ nickname, host }) => ({
      subject: 'Webhookの停止のお知らせ',
      name: nickname,
      paragraphs: [
        `${host} へのWebhookは、送信できない状態が続いたため停止しました。`,
        '受信側をご確認のうえ、再開してください。停止している間の通知は送信されません。',
      ],
      action: { label: 'Webhookを確認する', url: url('/settings#webhooks') },
    }),
    provider_linked: ({ nickname }) => ({
      subject: 'Googleアカウントとの連携のお知らせ',
      name: nickname,
      paragraphs: ['Googleアカウントでログインできるようになりました。', ifNotYou],
      action: { label: 'アカウント設定を開く', url: url('/settings') },
    }),
    ...guardianTexts(url),
    ...guardianNoticeTexts,
    ...purchaseConsentTexts(url),
    ...ticketTexts(url),
    ...archiveTicketTexts(url),
    ...planTexts(url),
    ...secondFactorTexts(url),
    ...seatTransferTexts(url),
    ...teamTexts(url),
    ...termsTexts(url),
    documents_approved: ({ nickname }) => ({
      subject: '本人確認が完了しました',
      name: nickname,
      paragraphs: ['本人確認書類のご提出ありがとうございました。確認が完了しました。'],
      action: { label: 'まなびばを開く', url: url('/') },
    }),
    documents_returned: ({ nickname, reason }) => ({
      subject: '本人確認書類の再提出のお願い',
      name: nickname,
      paragraphs: [
        '本人確認書類の再提出をお願いいたします。ご提出後は、すべての機能をご利用いただけます。',
        `理由:\n${reason}`,
      ],
      action: { label: '書類を提出する', url: url('/settings#id') },
    }),
    suspended: ({ nickname, reason }) => ({
      subject: 'アカウントの利用停止のお知らせ',
      name: nickname,
      paragraphs: [
        'アカウントのご利用を停止しました。',
        `理由:\n${reason}`,
        'ご不明な点は、ヘルプセンターからお問い合わせください。',
      ],
    }),
    reinstated: ({ nickname }) => ({
      subject: 'アカウントの利用再開のお知らせ',
      name: nickname,
      paragraphs: [
        'アカウントの利用停止を解除しました。停止の前と同じようにご利用いただけます。',
        '停止したときに中止になった教室は、元に戻りません。',
      ],
      action: { label: 'まなびばを開く', url: url('/') },
    }),
    withdrawn: ({ nickname, until }) => ({
      subject: '退会の手続きが完了しました',
      name: nickname,
      paragraphs: [
        'まなびばをご利用いただき、ありがとうございました。',
        `${until}までは、ログインするとアカウントを元に戻せます。その後、データは削除されます。`,
      ],
      action: { label: 'ログイン', url: url('/signin') },
    }),
    withdrawn_guardian: ({ nickname, until }) => ({
      subject: '退会のお知らせ',
      paragraphs: [
        `「${nickname}」さんが、まなびばを退会しました。`,
        `${until}までは、ご本人がログインするとアカウントを元に戻せます。その後、データは削除されます。`,
      ],
    }),
    restored: ({ nickname }) => ({
      subject: 'アカウントを元に戻しました',
      name: nickname,
      paragraphs: ['おかえりなさい。アカウントを元に戻しました。これまでどおりご利用いただけます。', ifNotYou],
      action: { label: 'まなびばを開く', url: url('/') },
    }),
    data_export: ({ nickname, token }) => ({
      subject: 'データの書き出しが完了しました',
      name: nickname,
      paragraphs: ['ご依頼のデータの準備ができました。下のボタンからダウンロードしてください。'],
      action: { label: 'データをダウンロードする', url: url(`/v1/data_exports/${token}`) },
      notes: ['このリンクの有効期限は7日間です。個人情報が含まれます。ほかの方に転送しないでください。'],
    }),
  };
}
