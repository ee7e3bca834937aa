import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { parse } from 'yaml';

import { inRoot } from '../../../tooling/root.mjs';
import { failing, healthy, MINUTES, type Series, seriesOf } from './alert-states';
import { exportedMetrics, metricsIn, unknownMetrics } from './exported-metrics';
import { builtPromqlEngine } from './promql-engine.mjs';

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}
interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string; refId: string }[];
}

const folder = inRoot('deploy/observability');
let rules: Rule[];
let panels: Panel[];
let exported: Map<string, string>;

beforeAll(async () => {
  const alerts = parse(await readFile(join(folder, 'alerts.yaml'), 'utf8')) as { groups: { rules: Rule[] }[] };
  rules = alerts.groups.flatMap((group) => group.rules);
  const dashboard = JSON.parse(await readFile(join(folder, 'dashboard.json'), 'utf8')) as { panels: Panel[] };
  panels = dashboard.panels;
  exported = await exportedMetrics();
});

it('finds the metrics of an expression, and those that are not exported', () => {
  const expression =
    'histogram_quantile(0.9, sum by (le, name) (rate(manabiba_page_duration_seconds_bucket{status="x_y"}[5m]))) > 1 or made_up_total';
  expect(metricsIn(expression)).toEqual(['manabiba_page_duration_seconds_bucket', 'made_up_total']);
  expect(unknownMetrics(expression, exported)).toEqual(['made_up_total']);
});

it('alerts on metrics that the product exports', () => {
  for (const { alert, expr } of rules) {
    expect([alert, metricsIn(expr).length]).not.toEqual([alert, 0]);
    expect([alert, unknownMetrics(expr, exported)]).toEqual([alert, []]);
  }
});

it('gives every alert a severity, a summary and a section of the runbooks, and every section an alert', async () => {
  const runbooks = await readFile(inRoot('docs/runbooks.md'), 'utf8');
  const sections = [...runbooks.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
  expect(sections).toEqual(rules.map(({ alert }) => alert));
  for (const { alert, labels, annotations } of rules) {
    expect(['page', 'ticket']).toContain(labels.severity);
    expect(annotations.summary).not.toBe('');
    expect(annotations.runbook).toBe(`docs/runbooks.md#${alert.toLowerCase()}`);
    const text = runbooks.split(`## ${alert}\n`)[1]?.split('\n## ')[0] ?? '';
    expect([alert, text.trim().length > 100]).toEqual([alert, true]);
  }
});

it('has a dashboard of metrics that the product exports, without overlaps', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const { title, type, targets = [] } of panels) {
    if (type !== 'row') expect([title, targets.length]).not.toEqual([title, 0]);
    for (const { expr } of targets) expect([title, unknownMetrics(expr, exported)]).toEqual([title, []]);
  }
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_each, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
});

it('has a state of the product for every alert', () => {
  expect(Object.keys(failing)).toEqual(rules.map(({ alert }) => alert));
});

describe('by the engine of Prometheus (npm run test:alerts)', () => {
  const engine = builtPromqlEngine();
  const itWithEngine = engine ? it : it.skip;

  /** Returns the number of results of an expression in each minute of a state. */
  function evaluate(asked: { expr: string; series: Series[] }[]): number[][] {
    const input = JSON.stringify(asked.map((one) => ({ ...one, minutes: MINUTES })));
    const { status, stdout, stderr } = spawnSync(engine ?? '', { input, encoding: 'utf8', maxBuffer: 1e8 });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as number[][];
  }

  /** An alert fires once its expression has had results for the whole of `for`. */
  const isFiring = (counts: readonly number[], { for: wait = '0m' }: Rule) => {
    const minutes = Number.parseInt(wait, 10);
    return counts.slice(-minutes - 1).every((count) => count > 0);
  };

  itWithEngine('fires each alert in its state of the product', async () => {
    const asked = await Promise.all(
      rules.map(async ({ alert, expr }) => ({ expr, series: await seriesOf(failing[alert] ?? healthy) })),
    );
    const answers = evaluate(asked);
    expect(rules.filter((rule, index) => !isFiring(answers[index] ?? [], rule)).map(({ alert }) => alert)).toEqual([]);
  });

  itWithEngine('fires none while the product works', async () => {
    const series = await seriesOf(healthy);
    const answers = evaluate(rules.map(({ expr }) => ({ expr, series })));
    expect(rules.filter((rule, index) => isFiring(answers[index] ?? [], rule)).map(({ alert }) => alert)).toEqual([]);
  });
});
