const PATIENCE_MS = 60_000;

/** Runs in the page before its scripts: records the first click, and what its video shows. */
export function watchFrames() {
  /** @type {Window['benchFrames']} */
  const seen = { clickedAt: 0, shown: null, seekingAt: 0, seekedMs: null };
  window.benchFrames = seen;
  addEventListener(
    'click',
    () => {
      seen.clickedAt ||= performance.now();
    },
    { capture: true },
  );
  const watch = (video) => {
    const first = video.currentTime;
    const look = (now, { mediaTime }) => {
      if (seen.clickedAt > 0 && mediaTime > first) seen.shown ??= now - seen.clickedAt;
      else video.requestVideoFrameCallback(look);
    };
    video.requestVideoFrameCallback(look);
    video.addEventListener('seeking', () => {
      seen.seekingAt ||= performance.now();
    });
    video.addEventListener('seeked', () => {
      video.requestVideoFrameCallback(() => {
        seen.seekedMs ??= performance.now() - seen.seekingAt;
      });
    });
  };
  const known = new WeakSet();
  const look = () => {
    for (const video of document.querySelectorAll('video')) {
      if (known.has(video)) continue;
      known.add(video);
      watch(video);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Waits until the page's video shows its first frame (HAVE_CURRENT_DATA, 2): the page is loaded. */
export const readyToPlay = (page) =>
  page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2, null, { timeout: PATIENCE_MS });

/** Returns the time from the first click to the first frame that moves, in milliseconds. */
export async function firstFrameMs(page) {
  const shown = await page.waitForFunction(() => window.benchFrames.shown, null, { timeout: PATIENCE_MS });
  return shown.jsonValue();
}

/** Returns the time from the start of the next seek to its first frame, in milliseconds. */
export async function seekMs(page, seek) {
  await page.evaluate(() => Object.assign(window.benchFrames, { seekingAt: 0, seekedMs: null }));
  await seek();
  const seeked = await page.waitForFunction(() => window.benchFrames.seekedMs, null, { timeout: PATIENCE_MS });
  return seeked.jsonValue();
}
