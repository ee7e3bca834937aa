import { ARCHIVE_TICKET_CANCEL_DAYS, ARCHIVE_TICKET_REFUND_DAYS } from '@manabiba/shared/contract/limits';

import type { MailContent } from './mail-layout';

/** The data of every mail about the ticket for the archive of an event. */
export interface ArchiveTicketMail {
  nickname: string;
  title: string;
  organizer: string;
  /** The path that the button opens. */
  path: string;
}

/** Who or what ended a ticket. */
export type ArchiveTicketEnd = 'self' | 'organizer' | 'late_payment' | 'archive_withdrawn';

export interface ArchiveTicketMails {
  archive_ticket_confirmed: ArchiveTicketMail & { price: string };
  archive_ticket_store_numbers: ArchiveTicketMail & { price: string; until: string; numbers: string };
  /** `refund` is empty when nothing had been paid. */
  archive_ticket_ended: ArchiveTicketMail & { reason: ArchiveTicketEnd; refund: string };
}

const endSentences: Record<ArchiveTicketEnd, (title: string) => string> = {
  self: (title) => `「${title}」のアーカイブの視聴チケットを取り消しました。`,
  organizer: (title) => `「${title}」のアーカイブの視聴チケットが、主催者により取り消されました。`,
  late_payment: (title) =>
    `「${title}」のアーカイブの視聴チケットのお支払いを確認しましたが、期限を過ぎていたため、全額を返金いたします。`,
  archive_withdrawn: (title) =>
    `「${title}」のアーカイブの公開が終わったため、視聴チケットを取り消しました。コンビニの支払い番号をお持ちの場合も、お支払いは不要です。`,
};

const facts = ({ organizer }: ArchiveTicketMail, price: string) =>
  [`主催: ${organizer}`, 'チケット: アーカイブ視聴チケット', `料金: ${price}`].join('\n');

/** Returns the texts of mails about archive tickets. `url` turns a path into a URL of the product. */
export function archiveTicketTexts(url: (path: string) => string): {
  [N in keyof ArchiveTicketMails]: (data: ArchiveTicketMails[N]) => MailContent;
} {
  return {
    archive_ticket_confirmed: (data) => ({
      subject: `視聴チケットの購入が完了しました「${data.title}」`,
      name: data.nickname,
      paragraphs: [
        `「${data.title}」のアーカイブの視聴チケットの購入が完了しました。アーカイブが公開されている間、何度でもご覧いただけます。`,
        facts(data, data.price),
      ],
      action: { label: 'アーカイブを見る', url: url(data.path) },
      notes: [
        `購入から${ARCHIVE_TICKET_CANCEL_DAYS}日以内で、視聴を始める前は、チケットのページから取り消すことができ、全額を返金いたします。`,
        `購入から${ARCHIVE_TICKET_REFUND_DAYS}日以内にアーカイブの公開が終わった場合は、全額を返金いたします。`,
      ],
    }),
    archive_ticket_store_numbers: (data) => ({
      subject: `コンビニでのお支払いのご案内「${data.title}」`,
      name: data.nickname,
      paragraphs: [
        `「${data.title}」のアーカイブの視聴チケットのお申し込みを受け付けました。${data.until}までに、次のいずれかのお店でお支払いください。`,
        data.numbers,
        facts(data, data.price),
      ],
      action: { label: 'チケットを開く', url: url(data.path) },
      notes: [
        'お支払いから数分で、ご覧いただけるようになります。',
        'お支払いの前にアーカイブの公開が終わった場合は、メールでお知らせします。その後のお支払いは、全額を返金いたします。',
      ],
    }),
    archive_ticket_ended: (data) => ({
      subject: `視聴チケットの取り消しのお知らせ「${data.title}」`,
      name: data.nickname,
      paragraphs: [
        endSentences[data.reason](data.title),
        ...(data.refund === ''
          ? []
          : [`${data.refund}を返金いたします。返金が済みましたら、あらためてお知らせします。`]),
      ],
      action: { label: 'チケットを開く', url: url(data.path) },
    }),
  };
}
