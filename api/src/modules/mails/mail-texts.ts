import type { MailContent } from './mail-layout';

/** What each letter has to be told besides the address. */
export interface Letters {
  confirmation: { nickname: string; token: string };
  email_change: { nickname: string; token: string };
  email_changed: { nickname: string; newEmail: string };
  password_reset: { nickname: string; token: string };
  password_changed: { nickname: string };
  provider_linked: { nickname: string };
  guardian_consent: { nickname: string; token: string };
  guardian_agreed: { nickname: string; token: string };
  guardian_declined: { nickname: string };
  consent_withdrawn: { nickname: string };
  consent_withdrawn_guardian: { nickname: string };
  documents_approved: { nickname: string };
  documents_returned: { nickname: string; reason: string };
  suspended: { nickname: string; reason: string };
  withdrawn: { nickname: string; until: string };
  withdrawn_guardian: { nickname: string; until: string };
  restored: { nickname: string };
  data_export: { nickname: string; token: string };
}
export type LetterName = keyof Letters;

/** Nobody must guess at an address from a notice that went to another one: ha***@example.jp */
function maskEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  return `${local.slice(0, 2)}***@${domain}`;
}

const ifNotYou = 'ご本人による操作でない場合は、すぐにパスワードを再設定してください。';

/** What the letters say. `url` makes an address of the product out of a path. */
export function letterTexts(url: (path: string) => string): { [N in LetterName]: (data: Letters[N]) => MailContent } {
  return {
    confirmation: ({ nickname, token }) => ({
      subject: 'メールアドレスの確認', name: nickname,
      paragraphs: ['まなびばへのご登録ありがとうございます。', '下のボタンから、メールアドレスの確認をお願いいたします。'],
      action: { label: 'メールアドレスを確認する', url: url(`/verify_email?token=${token}`) },
      notes: ['このリンクの有効期限は3日間です。1回のみご利用いただけます。'],
    }),
    email_change: ({ nickname, token }) => ({
      subject: '新しいメールアドレスの確認', name: nickname,
      paragraphs: ['メールアドレスの変更を受け付けました。', '下のボタンから確認していただくと、新しいメールアドレスに切り替わります。'],
      action: { label: 'メールアドレスを確認する', url: url(`/verify_email?token=${token}`) },
      notes: ['このリンクの有効期限は3日間です。1回のみご利用いただけます。', '確認が終わるまでは、これまでのメールアドレスでログインしてください。'],
    }),
    email_changed: ({ nickname, newEmail }) => ({
      subject: 'メールアドレスの変更のお知らせ', name: nickname,
      paragraphs: [`アカウントのメールアドレスを ${maskEmail(newEmail)} に変更する手続きが行われました。`, ifNotYou],
      action: { label: 'アカウント設定を開く', url: url('/settings') },
    }),
    password_reset: ({ nickname, token }) => ({
      subject: 'パスワードの再設定', name: nickname,
      paragraphs: ['パスワードの再設定を受け付けました。', '下のボタンから、新しいパスワードを設定してください。'],
      action: { label: 'パスワードを再設定する', url: url(`/reset_password?token=${token}`) },
      notes: ['このリンクの有効期限は1時間です。1回のみご利用いただけます。', 'お心あたりのない場合、パスワードは変わりません。'],
    }),
    password_changed: ({ nickname }) => ({
      subject: 'パスワードの変更のお知らせ', name: nickname,
      paragraphs: ['アカウントのパスワードが変更されました。ほかの端末ではログアウトしています。', ifNotYou],
      action: { label: 'パスワードを再設定する', url: url('/reset_password') },
    }),
    provider_linked: ({ nickname }) => ({
      subject: 'Googleアカウントとの連携のお知らせ', name: nickname,
      paragraphs: ['Googleアカウントでログインできるようになりました。', ifNotYou],
      action: { label: 'アカウント設定を開く', url: url('/settings') },
    }),
    guardian_consent: ({ nickname, token }) => ({
      subject: '保護者の方の同意のお願い',
      paragraphs: [
        `「${nickname}」さんが、オンライン教室「まなびば」に登録しました。`,
        '18歳未満の方のご利用について、保護者の方の同意をお願いしております。下のボタンから内容をご確認のうえ、お返事をお願いいたします。',
      ],
      action: { label: '内容を確認する', url: url(`/guardian_consent?token=${token}`) },
      notes: ['お返事の期限は14日間です。同意いただいたあとは、お子さまが18歳になるまで、同じリンクからいつでも同意を取り消せます。'],
    }),
    guardian_agreed: ({ nickname, token }) => ({
      subject: '保護者の方の同意を受け付けました',
      paragraphs: [
        `「${nickname}」さんのご利用について、同意をいただきました。ありがとうございます。`,
        '同意はいつでも取り消せます。下のボタンから、同意の内容の確認と取り消しができます。このメールは大切に保管してください。',
      ],
      action: { label: '同意を確認する・取り消す', url: url(`/guardian_consent?token=${token}`) },
      notes: ['このリンクは、お子さまが18歳になるまでご利用いただけます。ほかの方に転送しないでください。'],
    }),
    consent_withdrawn: ({ nickname }) => ({
      subject: '保護者の方の同意が取り消されました', name: nickname,
      paragraphs: [
        '保護者の方の同意が取り消されました。16歳未満の方は、教室の作成、コメント、発言がご利用いただけなくなりました。予定していた教室は中止しています。',
        '保護者の方とご相談のうえ、アカウント設定からもう一度お願いするか、退会の手続きをしてください。',
      ],
      action: { label: 'アカウント設定を開く', url: url('/settings') },
    }),
    consent_withdrawn_guardian: ({ nickname }) => ({
      subject: '保護者の方の同意を取り消しました',
      paragraphs: [
        `「${nickname}」さんのご利用についての同意を取り消しました。ご本人にもお知らせしています。`,
        '16歳未満の方は、教室の作成、コメント、発言がご利用いただけなくなります。アカウントは残ります。退会の手続きは、ご本人のアカウント設定からできます。',
      ],
    }),
    guardian_declined: ({ nickname }) => ({
      subject: '保護者の方の同意について', name: nickname,
      paragraphs: ['保護者の方から、同意しないとのお返事がありました。', '保護者の方とご相談のうえ、アカウント設定からもう一度お願いするか、退会の手続きをしてください。'],
      action: { label: 'アカウント設定を開く', url: url('/settings') },
    }),
    documents_approved: ({ nickname }) => ({
      subject: '本人確認が完了しました', name: nickname,
      paragraphs: ['本人確認書類のご提出ありがとうございました。確認が完了しました。'],
      action: { label: 'まなびばを開く', url: url('/') },
    }),
    documents_returned: ({ nickname, reason }) => ({
      subject: '本人確認書類の再提出のお願い', name: nickname,
      paragraphs: ['本人確認書類の再提出をお願いいたします。ご提出後は、すべての機能をご利用いただけます。', `理由:\n${reason}`],
      action: { label: '書類を提出する', url: url('/settings') },
    }),
    suspended: ({ nickname, reason }) => ({
      subject: 'アカウントの利用停止のお知らせ', name: nickname,
      paragraphs: ['アカウントのご利用を停止しました。', `理由:\n${reason}`, 'ご不明な点は、ヘルプセンターからお問い合わせください。'],
    }),
    withdrawn: ({ nickname, until }) => ({
      subject: '退会の手続きが完了しました', name: nickname,
      paragraphs: ['まなびばをご利用いただき、ありがとうございました。', `${until}までは、ログインするとアカウントを元に戻せます。その後、データは削除されます。`],
      action: { label: 'ログイン', url: url('/signin') },
    }),
    withdrawn_guardian: ({ nickname, until }) => ({
      subject: '退会のお知らせ',
      paragraphs: [`「${nickname}」さんが、まなびばを退会しました。`, `${until}までは、ご本人がログインするとアカウントを元に戻せます。その後、データは削除されます。`],
    }),
    restored: ({ nickname }) => ({
      subject: 'アカウントを元に戻しました', name: nickname,
      paragraphs: ['おかえりなさい。アカウントを元に戻しました。これまでどおりご利用いただけます。', ifNotYou],
      action: { label: 'まなびばを開く', url: url('/') },
    }),
    data_export: ({ nickname, token }) => ({
      subject: 'データの書き出しが完了しました', name: nickname,
      paragraphs: ['ご依頼のデータの準備ができました。下のボタンからダウンロードしてください。'],
      action: { label: 'データをダウンロードする', url: url(`/v1/data_exports/${token}`) },
      notes: ['このリンクの有効期限は7日間です。個人情報が含まれます。ほかの方に転送しないでください。'],
    }),
  };
}
