/** Prefix of every id that React generates, on the web server and in the browser alike. */
export const ID_PREFIX = 'mb';
