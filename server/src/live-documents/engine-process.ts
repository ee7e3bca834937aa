import { type EngineLogger, type Patience, supervise, type SupervisedEngine } from '@manabiba/engine-process/supervise';
import { observed } from '@manabiba/telemetry/observed';

import type { LiveEngineOptions } from './live-engine-options';

interface LiveEngineDeps {
  /** The built program. */
  script: string;
  options: LiveEngineOptions;
  logger: EngineLogger;
  patience?: Partial<Patience>;
}

/** Starts the engine of live documents; later processes continue on the same port with the same documents. */
export const startLiveEngine = ({ options, ...given }: LiveEngineDeps): Promise<SupervisedEngine> =>
  supervise({
    name: 'the engine of live documents',
    options,
    optionsAgain: (url) => ({ ...options, port: Number(new URL(url).port), canMove: false }),
    onState: observed.engine.report,
    ...given,
  });
