import type { MailContent } from './mail-layout';

export interface SecondFactorMails {
  second_factor_on: { nickname: string };
  second_factor_off: { nickname: string };
  recovery_codes_renewed: { nickname: string };
  /** `left`: how many can still be used. */
  recovery_code_used: { nickname: string; left: string };
}

/** Returns the texts of the mails about the second factor of an account. */
export function secondFactorTexts(url: (path: string) => string): {
  [N in keyof SecondFactorMails]: (data: SecondFactorMails[N]) => MailContent;
} {
  const settings = url('/settings#second-factor');
  return {
    second_factor_on: ({ nickname }) => ({
      subject: '二段階認証の設定のお知らせ',
      name: nickname,
      paragraphs: [
        '二段階認証がオンになりました。次回のログインから、認証アプリのコードの入力が必要です。',
        '回復コードは、スマートフォンとは別の安全なところに保管してください。',
        'ご本人による操作でない場合は、すぐにパスワードを変更し、ヘルプセンターからお問い合わせください。',
      ],
      action: { label: '設定を確認する', url: settings },
    }),
    second_factor_off: ({ nickname }) => ({
      subject: '二段階認証の解除のお知らせ',
      name: nickname,
      paragraphs: [
        '二段階認証がオフになりました。認証アプリのコードを入力せずにログインできます。',
        'ご本人による操作でない場合は、すぐにパスワードを変更し、二段階認証をもう一度設定してください。',
      ],
      action: { label: '設定を確認する', url: settings },
    }),
    recovery_codes_renewed: ({ nickname }) => ({
      subject: '回復コードの再発行のお知らせ',
      name: nickname,
      paragraphs: [
        '二段階認証の回復コードが新しくなりました。これまでの回復コードは使えません。',
        'ご本人による操作でない場合は、すぐにパスワードを変更し、回復コードを再発行してください。',
      ],
      action: { label: '設定を確認する', url: settings },
    }),
    recovery_code_used: ({ nickname, left }) => ({
      subject: '回復コードが使われました',
      name: nickname,
      paragraphs: [
        `二段階認証の回復コードが1つ使われました。使える回復コードは、残り${left}個です。`,
        'ご本人による操作でない場合は、すぐにパスワードを変更し、回復コードを再発行してください。',
      ],
      action: { label: '設定を確認する', url: settings },
    }),
  };
}
