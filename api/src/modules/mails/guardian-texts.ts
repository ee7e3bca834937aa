import type { MailContent } from './mail-layout';

/** The data of mails about guardian consent, besides the address. */
export interface GuardianMails {
  guardian_consent: { nickname: string; token: string };
  guardian_agreed: { nickname: string; token: string };
  guardian_declined: { nickname: string };
  consent_withdrawn: { nickname: string };
  consent_withdrawn_guardian: { nickname: string };
}

/** Returns the texts of mails about guardian consent, for guardians and for the users in their care. */
export function guardianTexts(url: (path: string) => string): {
  [N in keyof GuardianMails]: (data: GuardianMails[N]) => MailContent;
} {
  return {
    guardian_consent: ({ nickname, token }) => ({
      subject: '保護者の方の同意のお願い',
      paragraphs: [
        `「${nickname}」さんが、オンライン教室「まなびば」に登録しました。`,
        '18歳未満の方のご利用について、保護者の方の同意をお願いしております。下のボタンから内容をご確認のうえ、お返事をお願いいたします。',
      ],
      action: { label: '内容を確認する', url: url(`/guardian_consent?token=${token}`) },
      notes: [
        'お返事の期限は14日間です。同意いただいたあとは、お子さまが18歳になるまで、同じリンクからいつでも同意を取り消せます。',
      ],
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
      subject: '保護者の方の同意が取り消されました',
      name: nickname,
      paragraphs: [
        '保護者の方の同意が取り消されました。16歳未満の方は、教室の作成、コメント、発言がご利用いただけなくなりました。予定していた教室は中止しています。',
        '保護者の方とご相談のうえ、アカウント設定からもう一度お願いするか、退会の手続きをしてください。',
      ],
      action: { label: 'アカウント設定を開く', url: url('/settings#guardian') },
    }),
    consent_withdrawn_guardian: ({ nickname }) => ({
      subject: '保護者の方の同意を取り消しました',
      paragraphs: [
        `「${nickname}」さんのご利用についての同意を取り消しました。ご本人にもお知らせしています。`,
        '16歳未満の方は、教室の作成、コメント、発言がご利用いただけなくなります。アカウントは残ります。退会の手続きは、ご本人のアカウント設定からできます。',
      ],
    }),
    guardian_declined: ({ nickname }) => ({
      subject: '保護者の方の同意について',
      name: nickname,
      paragraphs: [
        '保護者の方から、同意しないとのお返事がありました。',
        '保護者の方とご相談のうえ、アカウント設定からもう一度お願いするか、退会の手続きをしてください。',
      ],
      action: { label: 'アカウント設定を開く', url: url('/settings#guardian') },
    }),
  };
}
