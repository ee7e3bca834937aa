import type { NotificationMailContent } from './mail-layout';

interface MessageMail {
  /** Of the event or class. */
  title: string;
  isOfClass: boolean;
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

/** Returns the mail of a message to those who take part. It names the sender first. */
export function messageMail(given: MessageMail): NotificationMailContent {
  const { title, isOfClass, hostName, subject, body, name, action, token, hasSettings } = given;
  const [host, recipients] = isOfClass ? ['ホスト', '予約または参加した方'] : ['主催者', '申し込んだ方'];
  return {
    subject: `「${title}」の${host}から: ${subject}`,
    ...(name === undefined ? {} : { name }),
    paragraphs: [`「${title}」の${host}(${hostName})から、参加者の方へのメッセージです。`, body],
    hasLinks: true,
    action,
    notes: [`このメールに返信しても、${host}には届きません。`],
    subscription: {
      label: `${hostName}からのメッセージ`,
      token,
      reason: `「${title}」を${recipients}に、${host}のメッセージをお送りしています。`,
      stopLabel: `この${host}からのメッセージを停止する`,
      hasSettings,
    },
  };
}
