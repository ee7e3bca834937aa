import { UserFacingError } from './user-facing-error.mjs';

/** Returns the error of a process whose engine cannot start, in one sentence with its reason. */
export const cannotStart = (engine: string, failure: unknown) =>
  new UserFacingError(`${engine} cannot start: ${failure instanceof Error ? failure.message : String(failure)}`);
