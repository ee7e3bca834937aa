import { observed } from '@manabiba/telemetry/observed';
import type { Gauge } from 'prom-client';

/** A metric of the engines: its HELP and TYPE lines and its samples. */
interface Family {
  about: string[];
  samples: string[];
}

/** `livekit_engine_requests_total{kind="x"} 3` */
const SAMPLE = /^([a-zA-Z_:][\w:]*?)(_bucket|_sum|_count)?(\{[^}]*\})? (\S+)$/;
const ABOUT = /^# (?:HELP|TYPE) (\S+) /;

interface EngineGauges {
  isUp: Gauge<'engine'>;
  restarts: Gauge<'engine'>;
}

/**
 * Follows the engines in processes of their own. Returns a function that renders their metrics, each sample with the
 * name of its engine.
 */
export function followEngines({ isUp, restarts }: EngineGauges): { render: () => string; stop: () => void } {
  const reports = new Map<string, string>();
  const stop = observed.engine.watch((state) => {
    const engine = state.name.replace(/^the /, '');
    reports.set(engine, state.metrics);
    isUp.set({ engine }, Number(state.isHealthy));
    restarts.set({ engine }, state.restarts);
  });
  return { render: () => renderTogether(reports), stop };
}

/** Joins texts in the Prometheus format: the samples of one metric must be adjacent. */
function renderTogether(texts: ReadonlyMap<string, string>): string {
  const families = new Map<string, Family>();
  const familyOf = (name: string) => {
    const known = families.get(name) ?? { about: [], samples: [] };
    families.set(name, known);
    return known;
  };
  for (const [engine, text] of texts) {
    for (const line of text.split('\n')) {
      const about = ABOUT.exec(line)?.[1];
      if (about !== undefined) {
        const family = familyOf(about);
        if (!family.about.includes(line)) family.about.push(line);
        continue;
      }
      const [, name, suffix = '', labels = '{}', value] = SAMPLE.exec(line) ?? [];
      if (name === undefined) continue;
      const own = labels.slice(1, -1);
      // A suffix belongs to a histogram only if there is one of that name.
      const family = suffix && families.has(name) ? familyOf(name) : familyOf(`${name}${suffix}`);
      family.samples.push(`${name}${suffix}{engine="${engine}"${own ? `,${own}` : ''}} ${value}`);
    }
  }
  return [...families.values()].flatMap(({ about, samples }) => [...about, ...samples, '']).join('\n');
}
