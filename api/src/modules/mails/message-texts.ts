import type { NotificationMailContent } from './mail-layout';

interface MessageMail {
  eventTitle: string;
  hostName: string;
  subject: string;
  body: string;
  /** Absent for a buyer without an account. */
  name?: string;
  action: { label: string; path: string };
  /** Of the link that stops the messages of this host. */
  token: string;
  hasSettings: boolean;
}

/** Returns the mail of a message to those who have a seat. It says first whose words follow. */
export function messageMail(given: MessageMail): NotificationMailContent {
  const { eventTitle, hostName, subject, body, name, action, token, hasSettings } = given;
  return {
    subject: `「${eventTitle}」の主催者から: ${subject}`,
    ...(name === undefined ? {} : { name }),
    paragraphs: [`「${eventTitle}」の主催者(${hostName})から、参加者の方へのメッセージです。`, body],
    hasLinks: true,
    action,
    notes: ['このメールに返信しても、主催者には届きません。'],
    subscription: {
      label: `${hostName}からのメッセージ`,
      token,
      reason: `「${eventTitle}」を申し込んだ方に、主催者のメッセージをお送りしています。`,
      stopLabel: 'この主催者からのメッセージを停止する',
      hasSettings,
    },
  };
}
