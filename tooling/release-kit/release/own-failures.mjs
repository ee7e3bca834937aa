/** How many asynchronous calls back the code that began a failure is found: a promise fails in the shell's code. */
const ASYNC_DEPTH = 8;
/** What a part fails with that could not load more of itself: it is the condition's fault, not that of its code. */
const NOT_LOADED = /ChunkLoadError|dynamically imported module|did not load in/;

/**
 * Collects what a remote itself does wrong in an open page: uncaught errors and unhandled rejections of its code, and
 * parts of it that worked and then broke down. The shell and other remotes may have reasons of their own.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} remote
 */
export async function watchOwnCode(page, remote) {
  const session = await page.context().newCDPSession(page);
  /** Uncaught errors by the id that a later handler revokes. */
  const errors = new Map();
  const reportedBreakdowns = new Set();
  // Errors thrown before are reported at once, and belong to the look at the page.
  await session.send('Runtime.enable');
  await session.send('Debugger.enable');
  await session.send('Debugger.setAsyncCallStackDepth', { maxDepth: ASYNC_DEPTH });
  session.on('Runtime.exceptionThrown', ({ exceptionDetails: details }) => {
    if (isOf(remote, details)) errors.set(details.exceptionId, firstLine(details));
  });
  session.on('Runtime.exceptionRevoked', ({ exceptionId }) => errors.delete(exceptionId));

  async function breakdowns() {
    // A document that is being left has none.
    const marks = await page.evaluate(partMarks, `remote ${remote}/`).catch(() => []);
    const isNew = ({ name, at }) => !reportedBreakdowns.has(`${name} ${at}`);
    const found = brokenDown(marks).filter(isNew);
    for (const { name, at } of found) reportedBreakdowns.add(`${name} ${at}`);
    return found.map(
      ({ name, reason }) => `breaks down in ${name.slice(name.indexOf('/') + 1)}: ${firstSentence(reason)}`,
    );
  }
  return {
    session,
    /** What has failed since the last call, as sentences without their subject. */
    async failures() {
      const thrown = [...errors.values()].map((text) => `throws an uncaught error: ${text}`);
      errors.clear();
      return [...new Set([...thrown, ...(await breakdowns())])];
    },
  };
}

/** Whether code of the remote is on the stack of an error, or has begun what failed. */
const isOf = (remote, details) => JSON.stringify(details).includes(`/r/${remote}/`);

/** @param {{ text: string, exception?: { description?: string, value?: unknown, preview?: object } }} details */
const firstLine = ({ text, exception }) =>
  firstSentence(String(exception?.description ?? exception?.value ?? JSON.stringify(exception?.preview ?? text)));
const firstSentence = (text) => text.split('\n')[0];

/** Parts whose code had loaded and run before they failed. */
const brokenDown = (marks) =>
  marks.filter(
    ({ name, status, at, reason }) =>
      status === 'failed' &&
      !NOT_LOADED.test(reason) &&
      marks.some((other) => other.name === name && other.status === 'ready' && other.at <= at),
  );

/** Runs in the page: what the shell has noted about the parts of a remote. */
function partMarks(prefix) {
  return /** @type {PerformanceMark[]} */ (performance.getEntriesByType('mark'))
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name, startTime, detail }) => ({
      name: name.slice(0, name.lastIndexOf(' ')),
      status: name.slice(name.lastIndexOf(' ') + 1),
      at: startTime,
      reason: detail?.reason || 'it failed',
    }));
}
