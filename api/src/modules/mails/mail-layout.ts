import type { Mail } from '../../platform/mail/mailer';

/** The content of a mail, from which its text and HTML forms are rendered. */
export interface MailContent {
  subject: string;
  /** The name in the greeting; absent when unknown. */
  name?: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  /** Small print below the button. */
  notes?: string[];
  /** An attached calendar file (text/calendar). */
  calendar?: string;
}

const FOOT = [
  'このメールは「まなびば」から自動でお送りしています。',
  'お心あたりのない場合は、このメールを破棄してください。',
];

/**
 * Renders the mail in both forms: text that is complete on its own, and HTML in the product's colours that loads
 * nothing.
 */
export function layOut(to: string, content: MailContent): Mail {
  const { calendar } = content;
  return {
    to,
    subject: `【まなびば】${content.subject}`,
    text: asText(content),
    html: asHtml(content),
    ...(calendar === undefined
      ? {}
      : { attachments: [{ filename: 'event.ics', content: calendar, contentType: 'text/calendar; charset=utf-8' }] }),
  };
}

function asText({ name, paragraphs, action, notes = [] }: MailContent): string {
  const parts = [
    ...(name ? [`${name} さん`] : []),
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...notes,
    `--\nまなびば\n${FOOT.join('\n')}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

// Mail clients understand tables and inline styles; the colours are those of the product's light tokens.
const ink = '#1D222B';
const soft = '#5A6270';
const font = "font-family:'Hiragino Sans','Noto Sans JP','Yu Gothic UI',sans-serif";

function asHtml({ subject, name, paragraphs, action, notes = [] }: MailContent): string {
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px;font-size:16px;line-height:1.7;color:${ink}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;
  const note = (text: string) =>
    `<p style="margin:0 0 8px;font-size:14px;line-height:1.7;color:${soft}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 24px;border-radius:6px;background:#27459B;color:#FFFFFF;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>` +
      `<p style="margin:0 0 16px;font-size:12px;line-height:1.7;color:${soft};word-break:break-all">ボタンを押せない場合は、次のURLを開いてください。<br>${escapeHtml(action.url)}</p>`
    : '';
  return `<!doctype html><html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#FBFAF7;${font}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#FBFAF7"><tr><td align="center" style="padding:24px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr><td style="padding:0 0 16px;font-size:18px;font-weight:600;color:#27459B">まなびば</td></tr>
<tr><td style="padding:24px;background:#FFFFFF;border:1px solid #E2DED5;border-radius:12px">
<h1 style="margin:0 0 16px;font-size:18px;line-height:1.35;color:${ink}">${escapeHtml(subject)}</h1>
${name ? paragraph(`${name} さん`) : ''}${paragraphs.map(paragraph).join('\n')}${button}${notes.map(note).join('')}</td></tr>
<tr><td style="padding:16px 0;font-size:12px;line-height:1.7;color:${soft}">${FOOT.join('<br>')}</td></tr></table></td></tr></table></body></html>`;
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
