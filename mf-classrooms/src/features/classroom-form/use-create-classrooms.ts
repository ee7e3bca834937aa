import type { CreateClassroomInput } from '@manabiba/shared/contract/classrooms';
import { createClassroom } from '@manabiba/shared/data/endpoints';
import { type ApiError, isApiError, useEndpointMutation } from '@manabiba/shared/platform';
import { useState } from 'react';

export interface CreatedClassroom {
  id: string;
  /** ISO 8601. */
  startAt: string;
}

/** How far a series came: what was created, and what was not, with the error that stopped it. */
export interface Series {
  created: readonly CreatedClassroom[];
  rest: readonly CreateClassroomInput[];
  error: ApiError;
}

/**
 * Creates classrooms one after another. Stops at the first error, which would meet the others too, and keeps in `series`
 * what is left; calling it again with the rest creates none twice.
 */
export function useCreateClassrooms() {
  const { run, isRunning } = useEndpointMutation(createClassroom);
  const [series, setSeries] = useState<Series>();

  /**
   * Resolves with all that were created, or with undefined when the series stopped on the way. Rejects with the
   * `ApiError` when not even the first was created.
   */
  async function create(inputs: readonly CreateClassroomInput[], before: readonly CreatedClassroom[] = []) {
    const created = [...before];
    for (const [index, body] of inputs.entries()) {
      try {
        const { id } = await run({ body });
        created.push({ id, startAt: body.startAt });
      } catch (error) {
        if (!isApiError(error) || created.length === 0) throw error;
        setSeries({ created, rest: inputs.slice(index), error });
        return undefined;
      }
    }
    return created;
  }
  return { create, series, isRunning };
}
