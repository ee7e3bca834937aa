import { LinkifyIt, REBuilder } from 'linkify-it';

/** Zero-width and direction characters: they would hide where a link leads. */
const INVISIBLE = '\\u061c\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff';

/**
 * The rules of linkify-it for Japanese prose: an address follows the text before it without a space, all full-width
 * punctuation ends it, and text after a domain name is no part of that name.
 */
class JapaneseProse extends REBuilder {
  override get_text_separators(): RegExp {
    return (this.cache['text_separators'] ??= new RegExp(`[<>＜＞｜～${INVISIBLE}]`));
  }

  override get_schema_search(): RegExp {
    return (this.cache['schema_search'] ??= new RegExp(`(^|[^a-z0-9_])(${this.get_schema_names().source})`, 'gi'));
  }

  /** The last label is entirely ASCII or entirely not, so 「example.jpを」 ends after `jp`. */
  override get_url_host_port(): RegExp {
    const label = this.get_domain().source;
    const topLevel = `(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?![a-z0-9_])|${this.get_pseudo_letter().source}{1,63}${this.get_host_terminator().source})`;
    const named = `(?:${label}\\.){0,10}${topLevel}`;
    return (this.cache['url_host_port'] ??= new RegExp(
      `(?:${this.get_ipv6_url_host().source}|${named})${this.get_port().source}(?!:\\d)`,
    ));
  }

  /** The middle dot is part of many Japanese page names (ジョン・レノン) and rarely follows an address. */
  override get_path_extra(): RegExp {
    return (this.cache['src_path_extra'] ??= new RegExp(`・(?!${this.src_ZPCc}|$)|`));
  }
}

const linkify = new LinkifyIt({ fuzzyEmail: false, rebuilder: new JapaneseProse() });
for (const scheme of ['ftp:', '//', 'mailto:']) linkify.add(scheme, null);

/** Finds the http and https addresses in a text, in order. Never `javascript:`, `data:` or a bare domain name. */
export function webAddresses(text: string): { index: number; address: string }[] {
  return (linkify.match(text) ?? [])
    .filter(({ url }) => URL.canParse(url))
    .map(({ index, raw }) => ({ index, address: raw }));
}

/** A span of a text: plain text or a link. */
export type Inline = { text: string; href?: string };

/** Splits a text into URLs and plain text; nothing else is interpreted. */
export function linkedParts(text: string): Inline[] {
  const parts: Inline[] = [];
  let from = 0;
  for (const { index, address } of webAddresses(text)) {
    if (index > from) parts.push({ text: text.slice(from, index) });
    parts.push({ text: address, href: address });
    from = index + address.length;
  }
  if (from < text.length || parts.length === 0) parts.push({ text: text.slice(from) });
  return parts;
}
