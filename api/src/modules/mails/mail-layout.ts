import { linkedParts } from '@manabiba/shared/format/web-addresses';

import type { Mail } from '../../platform/mail/mailer';

/** The content of a mail, from which its text and HTML forms are rendered. */
export interface MailContent {
  subject: string;
  /** The name in the greeting; absent when unknown. */
  name?: string;
  paragraphs: string[];
  /** Web addresses in the paragraphs are links. */
  hasLinks?: boolean;
  action?: { label: string; url: string };
  /** Small print below the button. */
  notes?: string[];
  /** An attached calendar file (text/calendar). */
  calendar?: string | undefined;
  /** How to stop such mails; they then name their kind instead of the usual foot. */
  subscription?: MailSubscriptionLinks;
}

/** The links of a mail that its recipient can unsubscribe from. */
export interface MailSubscriptionLinks {
  /** Why the recipient gets it, as a sentence. */
  reason: string;
  /** What the link to the page says. */
  stopLabel: string;
  /** The page that stops such mails on a click. */
  pageUrl: string;
  /** What mail programs post to (RFC 8058). */
  oneClickUrl: string;
  settingsUrl?: string;
}

/** The content of a mail with a notification or a digest. */
export interface NotificationMailContent {
  subject: string;
  /** Absent when the recipient has no account. */
  name?: string;
  paragraphs: string[];
  hasLinks?: boolean;
  action?: { label: string; path: string };
  notes?: string[];
  /** An attached calendar file (text/calendar). */
  calendar?: string | undefined;
  /** `reason` says why the recipient gets it; the default names the setting `label`. */
  subscription: { label: string; token: string; reason?: string; stopLabel?: string; hasSettings?: boolean };
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
  const { calendar, subscription } = content;
  return {
    to,
    subject: `【まなびば】${content.subject}`,
    text: asText(content),
    html: asHtml(content),
    ...(subscription ? { headers: unsubscribeHeaders(subscription) } : {}),
    ...(calendar === undefined
      ? {}
      : { attachments: [{ filename: 'event.ics', content: calendar, contentType: calendarType(calendar) }] }),
  };
}

/** RFC 6047, section 2.4: the type of the part names the method of the calendar in it. */
const calendarType = (calendar: string) =>
  `text/calendar; charset=utf-8; method=${/^METHOD:(\w+)/m.exec(calendar)?.[1] ?? 'PUBLISH'}`;

/** RFC 2369 and 8058: mail programs offer one-click unsubscribing. */
const unsubscribeHeaders = ({ oneClickUrl }: MailSubscriptionLinks) => ({
  'List-Unsubscribe': `<${oneClickUrl}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

function asText({ name, paragraphs, action, notes = [], subscription }: MailContent): string {
  const parts = [
    ...(name ? [`${name} さん`] : []),
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...notes,
    `--\nまなびば\n${subscription ? subscriptionLines(subscription).join('\n') : FOOT.join('\n')}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function subscriptionLines({ reason, stopLabel, pageUrl, settingsUrl }: MailSubscriptionLinks): string[] {
  return [reason, `${stopLabel}: ${pageUrl}`, ...(settingsUrl === undefined ? [] : [`通知設定: ${settingsUrl}`])];
}

// Mail clients understand tables and inline styles; the colours are those of the product's tokens. Classes are for dark
// mode only, where clients that support it take the style element.
const ink = '#1D222B';
const soft = '#5A6270';
const link = '#27459B';
const font = "font-family:'Hiragino Sans','Noto Sans JP','Yu Gothic UI',sans-serif";
const dark = `@media (prefers-color-scheme: dark) {
.page { background: #14161B !important; } .card { background: #1C1F26 !important; border-color: #2D323C !important; }
.ink { color: #EDEFF3 !important; } .soft { color: #A3ACBB !important; } .link { color: #8FA8F0 !important; }
.button { background: #8FA8F0 !important; color: #10131A !important; } }`;

function asHtml(content: MailContent): string {
  const { subject, name, paragraphs, hasLinks = false, action, notes = [], subscription } = content;
  const paragraph = (text: string) =>
    `<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:1.7;color:${ink};overflow-wrap:anywhere">${words(text, hasLinks).replaceAll('\n', '<br>')}</p>`;
  const note = (text: string) =>
    `<p class="soft" style="margin:0 0 8px;font-size:14px;line-height:1.7;color:${soft};overflow-wrap:anywhere">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;
  const button = action
    ? `<p style="margin:24px 0"><a class="button" href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 24px;border-radius:6px;background:${link};color:#FFFFFF;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>` +
      `<p class="soft" style="margin:0 0 16px;font-size:12px;line-height:1.7;color:${soft}">ボタンを押せない場合は、次のURLを開いてください。<br><span style="word-break:break-all">${escapeHtml(action.url)}</span></p>`
    : '';
  return `<!doctype html><html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>:root { color-scheme: light dark; } ${dark}</style></head>
<body class="page" style="margin:0;background:#FBFAF7;${font};word-break:auto-phrase"><table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#FBFAF7"><tr><td align="center" style="padding:24px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr><td class="link" style="padding:0 0 16px;font-size:18px;font-weight:600;color:${link}">まなびば</td></tr>
<tr><td class="card" style="padding:24px;background:#FFFFFF;border:1px solid #E2DED5;border-radius:12px">
<h1 class="ink" style="margin:0 0 16px;font-size:18px;line-height:1.35;color:${ink}">${escapeHtml(subject)}</h1>
${name ? paragraph(`${name} さん`) : ''}${paragraphs.map(paragraph).join('\n')}${button}${notes.map(note).join('')}</td></tr>
<tr><td class="soft" style="padding:16px 0;font-size:12px;line-height:1.7;color:${soft}">${subscription ? subscriptionFoot(subscription) : FOOT.join('<br>')}</td></tr></table></td></tr></table></body></html>`;
}

/** Returns text as HTML, with its web addresses as links if requested. */
function words(text: string, hasLinks: boolean): string {
  if (!hasLinks) return escapeHtml(text);
  return linkedParts(text)
    .map((part) => (part.href === undefined ? escapeHtml(part.text) : anchor(part.href, part.text)))
    .join('');
}

const anchor = (url: string, label: string) =>
  `<a class="link" href="${escapeHtml(url)}" style="color:${link}">${escapeHtml(label)}</a>`;

function subscriptionFoot({ reason, stopLabel, pageUrl, settingsUrl }: MailSubscriptionLinks): string {
  const links = [anchor(pageUrl, stopLabel), ...(settingsUrl === undefined ? [] : [anchor(settingsUrl, '通知設定')])];
  return `${escapeHtml(reason)}<br>${links.join('・')}`;
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
