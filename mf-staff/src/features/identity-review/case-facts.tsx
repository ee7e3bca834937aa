import type { IdentityReview } from '@manabiba/shared/contract/staff-reviews';
import { ageInJapan } from '@manabiba/shared/format/age';
import { formatDate, formatDateTime } from '@manabiba/shared/format/date-time';
import type { ReactNode } from 'react';

import { CaseFactList } from '../../core/work-queue/work-queue';

/** The data that the user has entered, to compare with the documents. */
export function CaseFacts({ review, now }: { review: IdentityReview; now: Date }) {
  const { birthDate, organisation, lastReturn } = review;
  const facts: [string, ReactNode][] = [
    ['生年月日', `${formatDate(`${birthDate}T00:00:00+09:00`, 'Asia/Tokyo')}(${ageInJapan(birthDate, now)}歳)`],
    ['ニックネーム', review.nickname],
    ['種類', review.isProfessional ? 'プロフェッショナル' : '学生'],
    ['メールアドレス', review.email ?? 'なし(学校のアカウント)'],
    ...(organisation
      ? ([
          ['団体名', organisation.orgName],
          ['ウェブサイト', organisation.orgUrl ?? 'なし'],
          ['事業者登録番号', organisation.invoiceRegistrationNo ?? 'なし'],
        ] as [string, ReactNode][])
      : []),
    ['登録', formatDateTime(review.createdAt)],
    ['前回の差し戻し', lastReturn ? `${formatDateTime(lastReturn.at)} ${lastReturn.reason}` : 'なし'],
  ];
  return <CaseFactList facts={facts} />;
}
