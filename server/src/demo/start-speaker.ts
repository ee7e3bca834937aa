import { join } from 'node:path';

import { type EngineLogger, supervise } from '@manabiba/engine-process/supervise';

import { demoSpeaker } from '../../../api/src/demo/speaker/demo-speaker';
import type { MediaEnv } from '../../../api/src/media-env';
import { root } from '../root.mjs';
import type { SpeakerOptions } from './speaker-options';

const talk = join(root, 'api', 'src', 'demo', 'speaker', 'talk');

/**
 * Starts a speaker in the first live demo class, in a separate process, so that a newcomer hears a class. Where
 * LiveKit's native SDK does not run, the demo goes on without a voice. Returns the function that ends it.
 */
export async function startSpeaker(given: {
  media: MediaEnv;
  /** The built program. */
  script: string;
  logger: EngineLogger;
}): Promise<() => Promise<void>> {
  const options: SpeakerOptions = { media: given.media, ...demoSpeaker, talk };
  try {
    const process = await supervise({
      name: 'the demo speaker',
      script: given.script,
      options,
      // Otherwise LiveKit's SDK writes what it does to the output.
      env: { NODE_ENV: 'production' },
      optionsAgain: () => options,
      logger: given.logger,
    });
    return () => process.close();
  } catch (err) {
    given.logger.warn({ err }, 'nobody speaks in the demo: its speaker does not run on this machine');
    return async () => undefined;
  }
}
