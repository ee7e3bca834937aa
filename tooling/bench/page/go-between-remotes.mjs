const TURNS = 7;
const PATIENCE_MS = 15_000;

/**
 * Measures navigation from a classroom (one remote) to its host's profile (another) by a link that was hovered before:
 * the time from the click until the host's name is the page's heading. Unthrottled; each round in a new browser
 * context.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {string} url URL of the classroom.
 * @param {{ id: string, nickname: string }} host
 */
export async function goBetweenRemotes(browser, url, host) {
  const times = [];
  let isSamePage = true;
  for (let turn = 0; turn <= TURNS; turn += 1) {
    const context = await browser.newContext({
      locale: 'ja-JP',
      timezoneId: 'Asia/Tokyo',
      viewport: { width: 1280, height: 800 },
    });
    const page = await context.newPage();
    await page.goto(url);
    const link = page.locator(`main a[href="/users/${host.id}"]`).first();
    await link.waitFor({ timeout: PATIENCE_MS });
    const mark = await page.evaluate(() => (window.benchMark = Math.random()));
    await link.hover();
    await page.waitForLoadState('networkidle', { timeout: PATIENCE_MS });
    const arrival = page.evaluate(
      (nickname) =>
        new Promise((done) => {
          addEventListener(
            'click',
            () => {
              const began = performance.now();
              const look = () =>
                document.querySelector('main h1')?.textContent === nickname
                  ? done(performance.now() - began)
                  : requestAnimationFrame(look);
              look();
            },
            { once: true, capture: true },
          );
        }),
      host.nickname,
    );
    await link.click();
    const time = await arrival;
    isSamePage &&= (await page.evaluate(() => window.benchMark)) === mark;
    // The first round warms the server up.
    if (turn > 0) times.push(time);
    await context.close();
  }
  return { times, isSamePage };
}
