import { escapeHtml } from './page-html';

/** An HTML fragment: texts from users or releases are already escaped. */
export interface Html {
  html: string;
}

/** HTML template tag; interpolated texts are escaped, HTML fragments are inserted unchanged. */
export function html(
  parts: TemplateStringsArray,
  ...values: ReadonlyArray<string | number | Html | readonly Html[]>
): Html {
  const written = (value: (typeof values)[number]) =>
    typeof value === 'object'
      ? 'html' in value
        ? value.html
        : value.map((piece) => piece.html).join('')
      : escapeHtml(String(value));
  return { html: parts.reduce((text, part, index) => text + written(values[index - 1] ?? '') + part) };
}
