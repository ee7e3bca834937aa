import { invalidArgument } from '../status';

/** What a client posts: headers of the stream (in the first request only) and messages numbered from an offset. */
export interface ChannelForm {
  readonly headers: Readonly<Record<string, string>>;
  readonly offset: number;
  readonly messages: readonly unknown[];
}

const MAX_MESSAGES = 1000;

/** Parses a posted form. Throws INVALID_ARGUMENT for what no client sends. */
export function parseForm(body: string): ChannelForm {
  const form = new URLSearchParams(body);
  const count = wholeNumber(form.get('count') ?? '0');
  if (count > MAX_MESSAGES) throw invalidArgument('Too many messages in one request.');
  const messages = Array.from({ length: count }, (_, index) => {
    const text = form.get(`req${index}___data__`);
    if (text === null) throw invalidArgument(`Message ${index} is missing.`);
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw invalidArgument(`Message ${index} is not JSON.`);
    }
  });
  return { headers: parseHeaders(form.get('headers') ?? ''), offset: wholeNumber(form.get('ofs') ?? '0'), messages };
}

/** A number of the protocol: digits only. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw invalidArgument(`"${text}" is not a number.`);
  return Number(text);
}

function parseHeaders(text: string): Record<string, string> {
  const headers: [string, string][] = [];
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.push([line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]);
  }
  return Object.fromEntries(headers);
}
