import { markLines, wordmarkLetters } from '@manabiba/shared/ui/logo-drawing';

import { html } from './html-template';

/** The product's logo, as in its header, for pages without the shell's code. */
export const LOGO = html`<svg
    class="mark"
    width="28"
    height="28"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${markLines.map((line) => html`<path d="${line}" />`)}
    <circle cx="12" cy="8.8" r="1.9" fill="currentColor" stroke="none" /></svg
  ><svg
    class="wordmark"
    width="93"
    height="24"
    viewBox="0 -1 93 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${wordmarkLetters.map(({ left, line }) => html`<path transform="translate(${left} 0)" d="${line}" />`)}
  </svg>`;
