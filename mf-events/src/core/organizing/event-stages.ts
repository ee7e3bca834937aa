import type { OrganizedStage } from '@manabiba/shared/contract/event-editing';

const stages: readonly string[] = ['draft', 'public', 'past'] satisfies OrganizedStage[];

/** Returns the stage named in the URL; undefined for all events. */
export const readStage = (text: string | null): OrganizedStage | undefined =>
  text !== null && stages.includes(text) ? (text as OrganizedStage) : undefined;
