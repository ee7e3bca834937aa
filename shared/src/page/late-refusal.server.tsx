import { Refusal } from './refusal';

/** The server renders refusals at once. */
export const LateRefusal = Refusal;
