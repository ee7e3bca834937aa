import { FULL_REFUND_MOVE_HOURS } from '@manabiba/shared/contract/limits';

import type { MailContent } from './mail-layout';

/** The data of every mail about a ticket. */
export interface TicketMail {
  /** Empty for guests without an account. */
  nickname: string;
  title: string;
  /** The date and time of the event in readable form. */
  when: string;
  organizer: string;
  ticket: string;
  /** The seats of a purchase of several, or the further seat that is meant; empty for a single one. */
  seats: string;
  /** The path of the ticket's page. */
  path: string;
  /** The path of the public calendar file. */
  calendarPath: string;
  /** The calendar file itself. */
  calendar: string;
}

export interface TicketMails {
  /** `companions`: the further seats with the paths of their tickets, as JSON. */
  ticket_confirmed: TicketMail & { price: string; companions: string };
  ticket_store_numbers: TicketMail & { price: string; until: string; numbers: string };
  seat_offered: TicketMail & { price: string; until: string };
  ticket_cancelled: TicketMail & { refund: string };
  ticket_cancelled_by_organizer: TicketMail & { refund: string };
  event_cancelled: TicketMail & { refund: string; reason: string };
  ticket_paid_late: TicketMail & { refund: string; isWaiting: string };
  ticket_refunded: TicketMail & { refund: string };
  /** The last three are empty unless the move gives the right to a full refund. */
  event_moved: TicketMail & { before: string; fullRefund: string; soldFor: string; fullRefundUntil: string };
}

const GUEST_NOTE =
  '入場の時刻になると、チケットのページでお名前を入力して入場できます。視聴のみの参加です。発言とコメントには、無料のアカウントが必要です。このメールアドレスで作成すると、チケットを自動で受け取ります。このリンクは入場券です。ほかの人に教えないでください。';

const facts = ({ when, organizer, ticket, seats }: TicketMail, ...more: string[]) =>
  [
    `日時: ${when}`,
    `主催: ${organizer}`,
    `チケット: ${ticket}`,
    // Absent in what an older release has queued.
    ...(seats ? [`お席: ${seats}`] : []),
    ...more,
  ].join('\n');

/** The links of further seats, for their buyer to pass on. */
function companionLinks(companions: string, url: (path: string) => string): string[] {
  const links = JSON.parse(companions || '[]') as { name: string; path: string }[];
  if (links.length === 0) return [];
  return [
    'お連れの方には、次のリンクをお一人ずつお渡しください。入場の時刻になると、リンクを開いた方がお名前を入力して入場できます。アカウントのない方は、視聴のみの参加です。',
    links.map(({ name, path }) => `${name}さん: ${url(path)}`).join('\n'),
  ];
}

const refunded = (refund: string) =>
  refund === '' ? [] : [`${refund}を返金いたします。返金が済みましたら、あらためてお知らせします。`];

/** Returns the texts of mails about tickets. `url` turns a path into a URL of the product. */
export function ticketTexts(url: (path: string) => string): {
  [N in keyof TicketMails]: (data: TicketMails[N]) => MailContent;
} {
  const base = ({ nickname, calendar, path }: TicketMail) => ({
    ...(nickname === '' ? {} : { name: nickname }),
    ...(calendar === '' ? {} : { calendar }),
    action: { label: 'チケットを開く', url: url(path) },
  });
  return {
    ticket_confirmed: (data) => ({
      ...base(data),
      subject: `お申し込みが完了しました「${data.title}」`,
      paragraphs: [
        `「${data.title}」のお申し込みが完了しました。`,
        facts(data, `料金: ${data.price}`),
        ...companionLinks(data.companions, url),
      ],
      notes: [
        data.nickname === '' ? GUEST_NOTE : '入場の時刻になると、チケットのページから参加できます。',
        `カレンダーに追加する場合は、添付のファイルか次のURLを開いてください。${url(data.calendarPath)}`,
      ],
    }),
    ticket_store_numbers: (data) => ({
      ...base(data),
      subject: `コンビニでのお支払いのご案内「${data.title}」`,
      paragraphs: [
        `「${data.title}」のお席をお取りしています。${data.until}までに、次のいずれかのお店でお支払いください。`,
        data.numbers,
        facts(data, `料金: ${data.price}`),
      ],
      notes: [
        'お支払いから数分で、お申し込みが完了します。',
        '期限を過ぎてお支払いになった場合は、お席が空いていればご用意し、なければ全額を返金いたします。',
      ],
    }),
    seat_offered: (data) => ({
      ...base(data),
      subject: `お席が空きました「${data.title}」`,
      paragraphs: [
        `キャンセル待ちをしていただいた「${data.title}」のお席が空きました。${data.until}まで、お席をお取りしています。`,
        facts(data, `料金: ${data.price}`),
        '下のボタンから、お申し込みをお済ませください。期限を過ぎると、次にお待ちの方にご案内します。',
      ],
    }),
    ticket_cancelled: (data) => ({
      ...base(data),
      subject: `お申し込みを取り消しました「${data.title}」`,
      paragraphs: [`「${data.title}」のお申し込みを取り消しました。`, facts(data), ...refunded(data.refund)],
    }),
    ticket_cancelled_by_organizer: (data) => ({
      ...base(data),
      subject: `お申し込みが取り消されました「${data.title}」`,
      paragraphs: [
        `「${data.title}」のお申し込みが、主催者により取り消されました。`,
        facts(data),
        ...refunded(data.refund),
      ],
    }),
    event_cancelled: (data) => ({
      ...base(data),
      subject: `イベントの中止のお知らせ「${data.title}」`,
      paragraphs: [
        `お申し込みいただいた「${data.title}」は、主催者の都合により中止になりました。`,
        facts(data),
        ...(data.reason === '' ? [] : [`主催者より:\n${data.reason}`]),
        ...refunded(data.refund),
      ],
    }),
    ticket_paid_late: (data) => ({
      ...base(data),
      subject: `返金のお知らせ「${data.title}」`,
      paragraphs: [
        '確保時間を過ぎてのお支払いだったため、全額返金いたします。',
        facts(data),
        ...refunded(data.refund),
        ...(data.isWaiting === '' ? [] : ['お席が空きましたら、最初にご案内いたします。']),
      ],
    }),
    ticket_refunded: (data) => ({
      ...base(data),
      subject: `返金が完了しました「${data.title}」`,
      paragraphs: [
        `「${data.title}」の返金の手続きが完了しました。`,
        ...(data.seats ? [`お席: ${data.seats}`] : []),
        ...(data.refund === '' ? [] : [`返金額: ${data.refund}`]),
      ],
      notes: ['カードへの返金は、カード会社により5日から10日ほどかかることがあります。'],
    }),
    event_moved: (data) => ({
      ...base(data),
      subject: `日時の変更のお知らせ「${data.title}」`,
      paragraphs: [
        `お申し込みいただいた「${data.title}」の日時が変更されました。`,
        `変更前: ${data.before}\n変更後: ${data.when}`,
        'ご都合がつかない場合は、チケットのページからお申し込みを取り消せます。',
        ...(data.fullRefund === ''
          ? []
          : [
              `お申し込みのときの開始日時(${data.soldFor})から${FULL_REFUND_MOVE_HOURS}時間を超えて変わったため、イベントの取り消しの条件にかかわらず、${data.fullRefundUntil}までに取り消すと、お支払いの${data.fullRefund}を全額返金いたします。`,
            ]),
      ],
      notes: [`カレンダーの予定は、添付のファイルか次のURLで更新できます。${url(data.calendarPath)}`],
    }),
  };
}
