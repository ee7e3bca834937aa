import { parseJson } from '../http/bodies';
import { invalidArgument } from '../status';

/** What a client posts: headers of the stream (in the first request only) and messages numbered from an offset. */
export interface ChannelForm {
  readonly headers: Readonly<Record<string, string>>;
  readonly offset: number;
  /** The messages as they came: they are parsed when it is clear who sends them. */
  readonly texts: readonly string[];
}

const MAX_MESSAGES = 1000;
/** Beside its messages a form has a few fields. */
const MAX_FIELDS = MAX_MESSAGES + 20;

/** Takes a posted form apart. Throws INVALID_ARGUMENT for what no client sends. */
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

/** The messages of a form. Throws INVALID_ARGUMENT for what is not JSON. */
export const parseMessages = ({ texts }: ChannelForm): unknown[] =>
  texts.map((text, index) => parseJson(text, `Message ${index} is not JSON.`));

/** A number of the protocol: digits only. */
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
