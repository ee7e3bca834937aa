import type { Transporter } from 'nodemailer';

import type { MailTransport } from './mailer';

/** Timeout for each step of the SMTP dialogue, in milliseconds. */
const PATIENCE_MS = 15_000;

/**
 * Sends by SMTP, each mail to exactly one address: the text is never parsed as a list of recipients. The client is
 * loaded with the first mail and does not delay the start. Null when no server is configured.
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
