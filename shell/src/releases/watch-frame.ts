/** How often the header and the footer are looked at, in milliseconds. */
const LOOK_MS = 5000;
/** So many looks in a row must find the same harm: what opens and closes again is none. */
const MIN_LOOKS = 2;
const FRAME = ['header', 'footer'];

/**
 * Calls back once when something on the page has removed the shell's header or footer, or lies over the header: only code
 * of a release can have done so. A page that has no header or footer loses none.
 */
export function watchFrame(onHarmed: () => void): () => void {
  let path = location.pathname;
  let frame: string[] = [];
  let looks = 0;
  const look = () => {
    // Dialogs and videos cover a page by right.
    if (document.hidden || document.fullscreenElement || document.querySelector('dialog[open]')) return;
    // The next page may have another layout.
    if (path !== location.pathname) frame = [];
    path = location.pathname;
    const present = FRAME.filter((name) => document.querySelector(`${name}:not(main ${name})`) !== null);
    const isHarmed = frame.some((name) => !present.includes(name)) || isCovered();
    looks = isHarmed ? looks + 1 : 0;
    if (!isHarmed) frame = present;
    if (looks < MIN_LOOKS) return;
    clearInterval(timer);
    onHarmed();
  };
  const timer = setInterval(look, LOOK_MS);
  return () => clearInterval(timer);
}

/** Whether something else is on top where the header shows its logo. Small screens show none beside a room. */
function isCovered(): boolean {
  const logo = document.querySelector('header:not(main header) a[href="/"]');
  const { left = 0, top = 0, width = 0, height = 0 } = logo?.getBoundingClientRect() ?? {};
  if (!logo || width === 0) return false;
  // Null outside of the window.
  const topmost = document.elementFromPoint(left + width / 2, top + height / 2);
  return topmost !== null && !topmost.closest('header:not(main header)');
}
