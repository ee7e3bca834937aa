import type { MailContent } from './mail-layout';

/** The data of every mail about a seat that is transferred. */
export interface SeatTransferMail {
  /** Empty for an address without an account. */
  nickname: string;
  title: string;
  /** The date and time of the event in readable form. */
  when: string;
  organizer: string;
  ticket: string;
}

export interface SeatTransferMails {
  /** `isGift` is empty for a seat that its holder gives away. */
  seat_offered_to_you: SeatTransferMail & {
    giver: string;
    isGift: string;
    message: string;
    until: string;
    token: string;
  };
  seat_declined: SeatTransferMail & { address: string };
  seat_given: SeatTransferMail & { recipient: string };
  seat_received: SeatTransferMail & { giver: string };
  /** To whoever paid for a seat that somebody else has; `reason` is who ended it. */
  given_seat_ended: SeatTransferMail & { refund: string; reason: 'event_cancelled' | 'organizer' | 'holder' };
  given_seat_refunded: SeatTransferMail & { refund: string };
}

const endSentences: Record<SeatTransferMails['given_seat_ended']['reason'], (title: string) => string> = {
  event_cancelled: (title) => `お譲りになったチケットのイベント「${title}」は、主催者の都合により中止になりました。`,
  organizer: (title) => `お譲りになった「${title}」のチケットが、主催者により取り消されました。`,
  holder: (title) => `お譲りになった「${title}」のチケットを、受け取った方が取り消しました。`,
};

const facts = ({ when, organizer, ticket }: SeatTransferMail) =>
  `日時: ${when}\n主催: ${organizer}\nチケット: ${ticket}`;

/** Returns the texts of mails about seats that are transferred. */
export function seatTransferTexts(url: (path: string) => string): {
  [N in keyof SeatTransferMails]: (data: SeatTransferMails[N]) => MailContent;
} {
  const base = ({ nickname }: SeatTransferMail) => ({
    ...(nickname === '' ? {} : { name: nickname }),
    action: { label: 'チケットのページを開く', url: url('/tickets') },
  });
  return {
    seat_offered_to_you: (data) => ({
      subject: data.isGift
        ? `チケットのプレゼントが届いています「${data.title}」`
        : `チケットの譲渡のご案内「${data.title}」`,
      paragraphs: [
        data.isGift
          ? `${data.giver}さんから、オンライン教室「まなびば」のイベント「${data.title}」のチケットのプレゼントが届いています。`
          : `${data.giver}さんが、オンライン教室「まなびば」のイベント「${data.title}」のチケットをあなたに譲りたいとのことです。`,
        facts(data),
        ...(data.message === '' ? [] : [`${data.giver}さんより:\n${data.message}`]),
        `${data.until}までに、下のボタンからお受け取りください。料金はかかりません。アカウントをお持ちでない方は、その場で作成できます。`,
      ],
      action: { label: 'チケットを受け取る', url: url(`/seat_offers/${data.token}`) },
      notes: [
        'リンクを知っている方はどなたでも受け取れるため、転送しないでください。',
        'お心あたりのない場合は、このメールを破棄してください。',
      ],
    }),
    seat_declined: (data) => ({
      ...base(data),
      subject: `チケットの受け取りが辞退されました「${data.title}」`,
      paragraphs: [
        `${data.address} あての「${data.title}」のチケットの受け取りが辞退されました。チケットは、これまでどおりあなたのものです。`,
        facts(data),
      ],
    }),
    seat_given: (data) => ({
      ...base(data),
      subject: `チケットの譲渡が完了しました「${data.title}」`,
      paragraphs: [
        `「${data.title}」のチケットを、${data.recipient}さんが受け取りました。`,
        facts(data),
        'このチケットでは入場できなくなりました。返金がある場合は、お支払いになった方に行われます。',
      ],
    }),
    seat_received: (data) => ({
      ...base(data),
      subject: `チケットを受け取りました「${data.title}」`,
      paragraphs: [
        `${data.giver}さんから「${data.title}」のチケットを受け取りました。`,
        facts(data),
        '入場の時刻になると、チケットのページから参加できます。',
      ],
    }),
    given_seat_ended: (data) => ({
      ...base(data),
      subject: `お譲りになったチケットの取り消しのお知らせ「${data.title}」`,
      paragraphs: [
        endSentences[data.reason](data.title),
        facts(data),
        data.refund === ''
          ? '取り消しの条件により、返金はありません。'
          : `お支払いになった${data.refund}を返金いたします。返金が済みましたら、あらためてお知らせします。`,
      ],
    }),
    given_seat_refunded: (data) => ({
      ...base(data),
      subject: `返金が完了しました「${data.title}」`,
      paragraphs: [`お譲りになった「${data.title}」のチケットの返金の手続きが完了しました。`, `返金額: ${data.refund}`],
      notes: ['カードへの返金は、カード会社により5日から10日ほどかかることがあります。'],
    }),
  };
}
