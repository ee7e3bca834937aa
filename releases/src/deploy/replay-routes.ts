import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { failureNumber } from '../replay/failure-numbers';
import type { createReplays } from '../replay/replay-failure';
import { ReleaseRefusal } from '../store/release-refusal';

const ofFailure = z.object({ number: failureNumber });

/** Serves the releases of a failure, and a link that opens them, to whoever may release. */
export function serveReplays(
  scope: FastifyInstance,
  { replay, publicUrl }: { replay: ReturnType<typeof createReplays>; publicUrl: string },
): void {
  scope.get('/replays/:number', async (request) => {
    const { number } = ofFailure.parse(request.params);
    const { path, ...found } = (await replay(number)) ?? {};
    if (path === undefined)
      throw new ReleaseRefusal(`No page has reported a failure with the number ${number} in the last 30 days.`, 422);
    return { ...found, link: path && publicUrl + path };
  });
}
