import type { MailContent } from './mail-layout';

/** The data of mails that inform a guardian of a decision about a user in their care, besides the address. */
export interface GuardianNoticeMails {
  suspended_guardian: { nickname: string; reason: string };
  reinstated_guardian: { nickname: string };
  warned_guardian: { nickname: string; reason: string };
}

/** The texts of mails about decisions. The reason is the one that the user reads; nothing reveals who reported. */
export const guardianNoticeTexts: { [N in keyof GuardianNoticeMails]: (data: GuardianNoticeMails[N]) => MailContent } =
  {
    suspended_guardian: ({ nickname, reason }) => ({
      subject: 'お子さまのアカウントの利用停止のお知らせ',
      paragraphs: [
        `「${nickname}」さんのアカウントのご利用を停止しました。ご本人には、次の理由をお知らせしています。`,
        `理由:\n${reason}`,
        '停止しているあいだは、教室への参加やコメントなど、ほとんどの機能がご利用いただけません。ご不明な点は、ヘルプセンターからお問い合わせください。',
      ],
    }),
    reinstated_guardian: ({ nickname }) => ({
      subject: 'お子さまのアカウントの利用再開のお知らせ',
      paragraphs: [`「${nickname}」さんのアカウントの利用停止を解除しました。停止の前と同じようにご利用いただけます。`],
    }),
    warned_guardian: ({ nickname, reason }) => ({
      subject: 'お子さまへの注意のお知らせ',
      paragraphs: [
        `通報の内容を運営が確認し、「${nickname}」さんに次のとおり注意しました。`,
        reason,
        'アカウントは、これまでどおりご利用いただけます。ご家庭でもお話しいただけますと幸いです。ご不明な点は、ヘルプセンターからお問い合わせください。',
      ],
    }),
  };
