import { parseJson } from '../http/bodies';
import { invalidArgument } from '../status';

/** A form posted by a client: stream headers (in the first request only) and messages numbered from an offset. */
export interface ChannelForm {
  readonly headers: Readonly<Record<string, string>>;
  readonly offset: number;
  /** The raw messages; they are parsed once the sender is known. */
  readonly texts: readonly string[];
}

const MAX_MESSAGES = 1000;
/** The maximum number of fields in a form beside its messages. */
const MAX_FIELDS = MAX_MESSAGES + 20;

/** Parses a posted form. Throws INVALID_ARGUMENT for anything a real client never sends. */
export function parseForm(body: string): ChannelForm {
  if (body.split('&', MAX_FIELDS + 1).length > MAX_FIELDS) throw invalidArgument('Too many fields in one request.');
  const form = new Map(new URLSearchParams(body));
  const count = wholeNumber(form.get('count') ?? '0');
  if (count > MAX_MESSAGES) throw invalidArgument('Too many messages in one request.');
  const texts = Array.from({ length: count }, (_, index) => {
    const text = form.get(`req${index}___data__`);
    if (text === undefined) throw invalidArgument(`Message ${index} is missing.`);
    return text;
  });
  return { headers: parseHeaders(form.get('headers') ?? ''), offset: wholeNumber(form.get('ofs') ?? '0'), texts };
}

/** Parses the messages of a form. Throws INVALID_ARGUMENT for invalid JSON. */
export const parseMessages = ({ texts }: ChannelForm): unknown[] =>
  texts.map((text, index) => parseJson(text, `Message ${index} is not JSON.`));

/** Parses a protocol number: digits only. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw invalidArgument(`"${text.slice(0, 100)}" is not a number.`);
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
