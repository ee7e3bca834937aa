/** One received mail. */
export interface CaughtMail {
  id: string;
  /** ISO 8601, UTC. */
  receivedAt: string;
  from: string;
  /** All recipients in the envelope. */
  to: string[];
  subject: string;
  text: string;
  /** Empty when the mail has no HTML part. */
  html: string;
  /** The headers as sent, without those that describe MIME parts. */
  headers: { name: string; value: string }[];
}

/** Parses a raw message (RFC 5322, MIME). */
export async function readMail(
  raw: Uint8Array,
  envelope: { id: string; to: string[]; receivedAt: string },
): Promise<CaughtMail> {
  const { default: PostalMime } = await import('postal-mime');
  const parsed = await PostalMime.parse(raw);
  return {
    ...envelope,
    from: parsed.from?.address ?? '',
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html ?? '',
    headers: parsed.headers.map(({ key, value }) => ({ name: key, value })),
  };
}
