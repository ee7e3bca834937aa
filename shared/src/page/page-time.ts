let pageTime = new Date();

/** Returns the time at which the server wrote the page: what both sides render first. */
export const readPageTime = () => pageTime;

/** Sets the time of the page. The shell calls it before the first render, on both sides. */
export function setPageTime(serverTime: string): void {
  pageTime = new Date(serverTime);
}
