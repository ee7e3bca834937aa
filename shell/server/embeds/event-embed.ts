import type { EmbedForm } from '@manabiba/shared/contract/event-embed';
import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { pictureOfEvent } from '@manabiba/shared/contract/share-picture';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { formatPrice } from '@manabiba/shared/format/yen';

import { type Html, html } from '../rendering/html/html-template';
import { LOGO } from '../rendering/html/logo-html';

/** What an embed shows of an event, or of the lack of one. */
export interface Embed {
  /** Name of the document, which a browser may read out. */
  title: string;
  body: Html;
}

/** A card with all facts, or a button with the price, that open the event's page in a new tab. */
export function eventEmbed(event: ClassroomEvent, form: EmbedForm, url: string): Embed {
  const title = [event.title, event.subtitle].filter(Boolean).join(' ');
  return { title, body: form === 'button' ? button(event, title, url) : card(event, title, url) };
}

/** Stands where an event was, or where it cannot be shown now. */
export const absentEmbed = (text: string, url: string): Embed => ({
  title: text,
  body: html`<a class="card absent" href="${url}" target="_blank" rel="noopener">
    <span class="brand">${LOGO}</span><span>${text}</span>
  </a>`,
});

const card = (event: ClassroomEvent, title: string, url: string) =>
  html`<a class="card" href="${url}" target="_blank" rel="noopener">
    ${event.imageUrl === null ? html`` : html`<img class="cover" src="${event.imageUrl}" alt="" />`}
    <span class="facts">
      <strong class="title">${title}</strong>
      <span class="fact">${formatDateTime(event.startAt, 'Asia/Tokyo')}から(日本時間)</span>
      <span class="fact">${event.organizer.orgName}</span>
      <span class="foot"><span>${priceOf(event)}</span><span class="state">${stateOf(event)}</span></span>
      <span class="call"><span class="brand">${LOGO}</span><span class="action">イベントを見る</span></span>
    </span>
  </a>`;

const button = (event: ClassroomEvent, title: string, url: string) =>
  html`<a
    class="action"
    href="${url}"
    target="_blank"
    rel="noopener"
    aria-label="${title} ${stateOf(event)} まなびばで見る"
  >
    <span>まなびばで見る</span><span class="price">${priceOf(event)}</span>
  </a>`;

function priceOf(event: ClassroomEvent): string {
  const { price, standing } = pictureOfEvent(event).shown;
  if (standing !== 'ahead') return stateOf(event);
  return price === null ? '招待制' : formatPrice(price);
}

function stateOf(event: ClassroomEvent): string {
  const { standing, seatsLeft } = pictureOfEvent(event).shown;
  if (standing === 'cancelled') return '中止になりました';
  if (standing === 'over') return '終了しました';
  if (event.state === 'live') return '開催中';
  return seatsLeft === 0 ? '満席' : '';
}
