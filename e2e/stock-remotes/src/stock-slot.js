/* global STOCK_PATH */
import { Link } from '@manabiba/shared/platform';
import { createElement } from 'react';

/** A link to the page, by the shell's router. */
export function StockSlot() {
  return createElement('p', null, createElement(Link, { to: STOCK_PATH }, `在庫${STOCK_PATH}`));
}
