import type { announcementAudiences } from '@manabiba/shared/contract/announcements';

/** Audiences in words, in the order of the choice. */
export const audienceWords: Readonly<Record<(typeof announcementAudiences)[number], string>> = {
  all: 'すべての人',
  students: '24歳以下の人',
  pupils: '学校の生徒',
  subscribers: 'プランの利用者',
  professionals: 'プロフェッショナル',
};

/** An audience in words; the id of one person stays as it is. */
export const wordOfAudience = (audience: string): string =>
  (audienceWords as Readonly<Record<string, string>>)[audience] ?? audience;
