import styles from './visually-hidden.module.css';

/**
 * The element whose text screen readers announce: one for the page, one for each open dialog, because everything outside
 * a modal dialog is inert. Call it before there is anything to say: many screen readers ignore a region that is new.
 */
export function liveRegionAround(element: Element): Element {
  const place = element.closest('dialog') ?? document.body;
  return place.querySelector(':scope > [data-live-region]') ?? place.appendChild(createRegion());
}

function createRegion(): HTMLElement {
  const region = document.createElement('div');
  region.className = styles.hidden ?? '';
  region.setAttribute('aria-live', 'polite');
  region.dataset.liveRegion = '';
  return region;
}
