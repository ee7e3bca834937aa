/** Begins every id that React makes, in the web server's picture and in the browser alike. */
export const ID_PREFIX = 'mb';
