import type { Transporter } from 'nodemailer';

import type { MailTransport } from './mailer';

/** Longest wait for each step of the talk with the mail server, in milliseconds. */
const PATIENCE_MS = 15_000;

/**
 * Sends by SMTP, each mail to exactly one address: the text is never read as a list of recipients. The client is loaded
 * with the first mail, so that starting does not wait for it. Null when there is no server to send to.
 */
export function createSmtpTransport({ smtpUrl, from }: { smtpUrl: string; from: string }): MailTransport | null {
  if (smtpUrl === '') return null;
  let transporter: Transporter | undefined;
  return async (mail) => {
    transporter ??= (await import('nodemailer')).createTransport(patient(smtpUrl));
    await transporter.sendMail({
      from,
      ...mail,
      to: { name: '', address: mail.to },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
}

function patient(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout'])
    url.searchParams.set(name, String(PATIENCE_MS));
  return url.href;
}
