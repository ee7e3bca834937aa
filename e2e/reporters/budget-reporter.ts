import type { Reporter, TestCase } from '@playwright/test/reporter';

import { PROCESSOR_SECONDS } from './processor-time';

/** Processor seconds that a test may take. */
const BUDGET_SECONDS = 15;
/** Tests that take more, by a part of their titles, with the reason. */
const exceptions: [string, string][] = [];

/** Prints which tests take more processor time than their budget. Fails nothing: times depend on the machine. */
class BudgetReporter implements Reporter {
  private readonly tests: TestCase[] = [];

  onTestEnd(test: TestCase) {
    this.tests.push(test);
  }

  onEnd() {
    const dear = this.tests
      .map((test) => ({ test, seconds: secondsOf(test) }))
      .filter(({ seconds }) => seconds > BUDGET_SECONDS)
      .sort((a, b) => b.seconds - a.seconds);
    if (dear.length === 0) return;
    console.log(`\nTests that take more than ${BUDGET_SECONDS} s of processor time:`);
    for (const { test, seconds } of dear) {
      const [, , file = '', ...titles] = test.titlePath();
      const title = titles.join(' › ');
      const [, reason] = exceptions.find(([part]) => title.includes(part)) ?? [];
      console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${file}: ${title}${reason ? ` (known: ${reason})` : ''}`);
    }
  }
}

function secondsOf({ results }: TestCase): number {
  const annotations = results.flatMap((result) => result.annotations);
  return Number(annotations.find(({ type }) => type === PROCESSOR_SECONDS)?.description ?? 0);
}

// Playwright expects a reporter as the default export.
export { BudgetReporter as default };
