/* global STOCK_SLOT */
export const pages = {
  stock: () => import(/* webpackChunkName: "stock-page" */ './stock-page.js').then((module) => module.StockPage),
};

export const slots = {
  [STOCK_SLOT]: () => import(/* webpackChunkName: "stock-slot" */ './stock-slot.js').then((module) => module.StockSlot),
};
