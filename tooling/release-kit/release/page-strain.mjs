// What a page asks of the device while nobody touches it: processor time, memory, and content that moves.

/* A page at rest has nearly none of it. The bounds hold for ten seconds on a slow machine. */
const MOST_BUSY_MS = 5_000;
/** Layout shift as the browser measures it; from 0.25 on a page counts as poor in its whole life. */
const MOST_SHIFT = 0.25;
const MOST_GROWTH_MB = 30;

/**
 * Begins to measure an open page.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<() => Promise<string[]>>} ends it, and returns what was too much
 */
export async function watchStrain(page) {
  const session = await page.context().newCDPSession(page);
  const before = await heapSize(session);
  await page.evaluate(recordStrain);
  return async () => {
    const { busyMs, shift } = await page.evaluate(strainSoFar);
    const growth = Math.round(((await heapSize(session)) - before) / 2 ** 20);
    await session.detach();
    return [
      ...(busyMs > MOST_BUSY_MS ? [`keeps the browser busy for ${(busyMs / 1000).toFixed(1)} of ten seconds.`] : []),
      ...(shift > MOST_SHIFT ? [`moves its content by ${shift.toFixed(2)} after it has rendered.`] : []),
      ...(growth > MOST_GROWTH_MB ? [`takes ${growth} MB more memory within ten seconds.`] : []),
    ];
  };
}

/** Returns the memory that scripts still hold after a collection, in bytes. */
async function heapSize(session) {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize = 0 } = await session.send('Runtime.getHeapUsage');
  return usedSize + backingStorageSize;
}

/** Runs in the page. */
function recordStrain() {
  const sums = { busyMs: 0, shift: 0 };
  const addTasks = (entries) => {
    for (const { duration } of entries) sums.busyMs += duration;
  };
  const addShifts = (entries) => {
    for (const { value, hadRecentInput } of entries) if (!hadRecentInput) sums.shift += value;
  };
  const tasks = new PerformanceObserver((list) => addTasks(list.getEntries()));
  const shifts = new PerformanceObserver((list) => addShifts(list.getEntries()));
  tasks.observe({ type: 'longtask' });
  shifts.observe({ type: 'layout-shift' });
  window[Symbol.for('manabiba.gate.strain')] = () => {
    addTasks(tasks.takeRecords());
    addShifts(shifts.takeRecords());
    tasks.disconnect();
    shifts.disconnect();
    return sums;
  };
}

/** Runs in the page. */
const strainSoFar = () => window[Symbol.for('manabiba.gate.strain')]();
