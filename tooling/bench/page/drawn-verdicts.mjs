import { median } from '../support/figures.mjs';

/** Limits of server-rendered pages, compared with the same page without it and the one bundle. */
const limits = {
  paintedRatio: 0.5,
  laterFirstPaintMs: 40,
  contentRatio: 1,
  cls: 0.02,
  cpuRatio: { classroom: 2.2, top: 3 },
  perSecondRatio: 0.45,
  keptRatio: 5,
};

/** Verdicts on what a browser sees, from the same alternating rounds. */
export function drawnVerdicts(pairs) {
  const of = (side, key) => median(pairs.map((pair) => pair[side][key]));
  const painted = median(pairs.map(({ drawn, one }) => drawn.painted / one.painted));
  const content = median(pairs.map(({ drawn, one }) => drawn.content / one.content));
  const later = of('drawn', 'fcp') - of('composed', 'fcp');
  const cls = Math.max(...pairs.map(({ drawn }) => drawn.cls));
  return [
    [
      `drawn by the server: content painted after ${painted.toFixed(2)}x the time of one bundle (${Math.round(of('drawn', 'painted'))} ms beside ${Math.round(of('one', 'painted'))} ms); at most ${limits.paintedRatio}x`,
      painted <= limits.paintedRatio,
    ],
    [
      `drawn by the server: first paint ${Math.round(later)} ms later; at most ${limits.laterFirstPaintMs} ms`,
      later <= limits.laterFirstPaintMs,
    ],
    [
      `drawn by the server: interactive after ${content.toFixed(2)}x the time of one bundle; at most ${limits.contentRatio}x`,
      content <= limits.contentRatio,
    ],
    [`drawn by the server: shifts of ${cls.toFixed(3)}; less than ${limits.cls}`, cls < limits.cls],
  ];
}

/** Verdicts on what the pages cost the server. */
export function costVerdicts(costs) {
  return Object.entries(costs).flatMap(([name, { off, on, cpuRatio, perSecondRatio, keptRatio }]) => [
    [
      `${name} on the server: ${on.cpuMs.toFixed(1)} ms of processor time, ${cpuRatio.toFixed(2)}x of ${off.cpuMs.toFixed(1)} ms without drawing; at most ${limits.cpuRatio[name]}x`,
      cpuRatio <= limits.cpuRatio[name],
    ],
    [
      `${name} at 8 at once: ${Math.round(on.perSecond)} pages/s, ${perSecondRatio.toFixed(2)}x of ${Math.round(off.perSecond)}; at least ${limits.perSecondRatio}x`,
      perSecondRatio >= limits.perSecondRatio,
    ],
    [
      `${name} from the micro-cache: ${Math.round(on.keptPerSecond)} pages/s, ${keptRatio.toFixed(1)}x of ${Math.round(off.keptPerSecond)}; at least ${limits.keptRatio}x`,
      keptRatio >= limits.keptRatio,
    ],
  ]);
}
