import type { MailContent } from './mail-layout';
import type { TicketMail } from './ticket-texts';

/** The data of mails about guardian consent to a purchase. */
interface PurchaseMail {
  nickname: string;
  title: string;
  /** The path of the event's page. */
  path: string;
}

export interface PurchaseConsentMails {
  purchase_consent: {
    nickname: string;
    title: string;
    when: string;
    ticket: string;
    price: string;
    refund: string;
    until: string;
    token: string;
  };
  purchase_agreed: PurchaseMail & { price: string; until: string };
  purchase_declined: TicketMail;
  purchase_expired: PurchaseMail;
}

/** Returns the texts of mails about guardian consent to a purchase, for guardians and for the users in their care. */
export function purchaseConsentTexts(url: (path: string) => string): {
  [N in keyof PurchaseConsentMails]: (data: PurchaseConsentMails[N]) => MailContent;
} {
  return {
    purchase_consent: ({ nickname, title, when, ticket, price, refund, until, token }) => ({
      subject: `お申し込みへの同意のお願い「${title}」`,
      paragraphs: [
        `「${nickname}」さんが、オンライン教室「まなびば」で「${title}」のチケットを申し込もうとしています。18歳未満の方のお申し込みには、保護者の方の同意をお願いしております。`,
        [`日時: ${when}`, `チケット: ${ticket}`, `料金: ${price}`, `取り消しと返金: ${refund}`].join('\n'),
        `下のボタンから内容をご確認のうえ、${until}までにお返事をお願いいたします。`,
      ],
      action: { label: '内容を確認する', url: url(`/guardian_consent?purchase=${token}`) },
      notes: ['同意されない場合、料金はかかりません。お返事の期限を過ぎると、お申し込みの手続きは終わります。'],
    }),
    purchase_agreed: ({ nickname, title, path, price, until }) => ({
      subject: `保護者の方の同意が届きました「${title}」`,
      name: nickname,
      paragraphs: [
        `「${title}」のお申し込みについて、保護者の方の同意が届きました。`,
        `${until}までに、${price}のお支払いをお済ませください。`,
      ],
      action: { label: 'お支払いに進む', url: url(path) },
    }),
    purchase_declined: ({ nickname, title }) => ({
      subject: `お申し込みを取り消しました「${title}」`,
      ...(nickname === '' ? {} : { name: nickname }),
      paragraphs: [
        `保護者の方から同意しないとのお返事があったため、「${title}」のお申し込みを取り消しました。料金はかかっていません。`,
      ],
      action: { label: 'チケットを開く', url: url('/tickets') },
    }),
    purchase_expired: ({ nickname, title, path }) => ({
      subject: `お申し込みの期限が過ぎました「${title}」`,
      name: nickname,
      paragraphs: [
        `「${title}」のお申し込みの期限が過ぎました。料金はかかっていません。`,
        'ご希望の場合は、保護者の方とご相談のうえ、もう一度お申し込みください。',
      ],
      action: { label: 'イベントを開く', url: url(path) },
    }),
  };
}
