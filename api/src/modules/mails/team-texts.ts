import { TEAM_INVITATION_DAYS } from '@manabiba/shared/contract/limits';

import type { MailContent } from './mail-layout';

export interface TeamMails {
  /** `noun` is absent in mails queued by an older version, which were all about events. */
  team_invitation: { noun?: string; title: string; owner: string; roles: string; token: string };
}

/** Returns the text of the mail that invites somebody to help with an event or a series. */
export function teamTexts(url: (path: string) => string): {
  [N in keyof TeamMails]: (data: TeamMails[N]) => MailContent;
} {
  return {
    team_invitation: ({ noun = 'イベント', title, owner, roles, token }) => ({
      subject: `運営メンバーへのご招待「${title}」`,
      paragraphs: [
        `${owner}さんから、オンライン教室「まなびば」の${noun}「${title}」の運営メンバーに招待されました。`,
        `役割: ${roles}`,
        '下のボタンから内容をご確認のうえ、お返事をお願いいたします。アカウントをお持ちでない方は、その場で作成できます。',
      ],
      action: { label: '招待を確認する', url: url(`/team_invitations/${token}`) },
      notes: [
        `このリンクの有効期限は${TEAM_INVITATION_DAYS}日間です。リンクを知っている方はどなたでもお返事できるため、転送しないでください。`,
        'お心あたりのない場合は、このメールを破棄してください。',
      ],
    }),
  };
}
