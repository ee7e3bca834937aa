import { packContents } from '../store/packed-files';
import type { GateOutcome, GateTask } from './check-apart';
import { walkGates } from './release-gate';

/** Checks and compresses a candidate in this thread, which takes seconds for a large one. Runs none of its code. */
export async function checkCandidate({ manifest, files, serverFile, live, stored }: GateTask): Promise<GateOutcome> {
  const contents = new Map(
    Object.keys(manifest.files).flatMap((path) =>
      files[path] === undefined ? [] : [[path, Buffer.from(files[path], 'base64')] as const],
    ),
  );
  const packed = await packContents(contents, stored);
  const weights = Object.fromEntries([...packed].map(([path, { br }]) => [path, br.length]));
  const onServer = serverFile === undefined ? undefined : Buffer.from(serverFile, 'base64');
  const gates = walkGates({ manifest, contents, weights, serverFile: onServer }, live);
  return gates.some(({ refusals }) => refusals.length > 0) ? { gates } : { gates, packed };
}
