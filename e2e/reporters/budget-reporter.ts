import type { Reporter, TestCase } from '@playwright/test/reporter';

import { PROCESSOR_SECONDS } from './processor-time';

/** Processor seconds that a test may take. */
const BUDGET_SECONDS = 15;
/** Tests that take more, by a part of their titles, with the reason. */
const exceptions: [string, string][] = [
  ['every main page', 'opens many pages'],
  ['every other page', 'opens many pages'],
  ['no link leads', 'opens every page'],
  ['passes every gate', 'compiles a remote and opens every page of it'],
  ['a release goes live', 'compiles a remote and opens every page of it'],
  ['a release that does not mount', 'compiles a remote and opens its pages'],
  ['does not replace what another team has made live', 'two releases through the whole gate'],
  ['a share of the browsers gets a rollout', 'a release through the whole gate'],
  ['a rollout that fails where the live release works', 'a release through the whole gate'],
  ['remotes by any bundler', 'builds seven remotes with four bundlers'],
  ['the gate reports every page that harms others', 'builds a remote and watches every page of it'],
  ['two participants exchange voice and video', 'two browsers encode and decode video'],
  ['the sound continues in the mini player', 'two browsers encode and decode video'],
  ['captions, the spotlight', 'two browsers encode and decode video'],
  ['a co-host whose laptop slept', 'two browsers encode and decode video'],
  ['a class is recorded with consent', 'composes a video twice'],
  ['an archive with another speaker', 'composes a video'],
  ['a server killed during a live classroom', 'fifty clients'],
];

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
// oxlint-disable-next-line import/no-default-export
export { BudgetReporter as default };
