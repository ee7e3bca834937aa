import type { InitialQuery, PrefetchedAnswer, PrefetchedAnswers } from '@manabiba/shared/navigation/initial-queries';

/** What an answer tells of the relation between its things and the viewer. It takes no other room on a page. */
const OF_VIEWER: ReadonlySet<string> = new Set(['isFollowed', 'isReserved', 'resumeAtSeconds']);
/** The same in the row of a list; on the page of the thing itself, what one may do there depends on it. */
const OF_VIEWER_IN_LISTS: ReadonlySet<string> = new Set(['myRole', 'myParticipation', 'canWatch', 'captionUrl']);

/**
 * Puts the answers to nobody, with which a page is drawn, beside those of the person who gets it. Null unless both tell
 * the same: what a person must not see, sees otherwise, or has not got an answer about in time, is not drawn for them.
 */
export function answersForPerson(
  drawnWith: PrefetchedAnswers | undefined,
  own: PrefetchedAnswers | undefined,
  { personId, queries }: { personId: string; queries: readonly InitialQuery[] },
): PrefetchedAnswers | null {
  if (!drawnWith || !own) return null;
  const forPeople = new Set(queries.filter((query) => query.for === 'person').map(nameOf));
  const toNobody = new Map(drawnWith.calls.map((call) => [nameOf(call), call.answer]));
  const calls = own.calls.map((call): PrefetchedAnswer => {
    const answer = toNobody.get(nameOf(call));
    return answer === undefined || JSON.stringify(answer) === JSON.stringify(call.answer)
      ? call
      : { ...call, drawnWith: answer };
  });
  const answered = new Map(own.calls.map((call) => [nameOf(call), call.answer]));
  const isSame =
    drawnWith.calls.every((call) => tellsSame(call.answer, answered.get(nameOf(call)), personId)) &&
    own.calls.every((call) => toNobody.has(nameOf(call)) || forPeople.has(nameOf(call)));
  return isSame ? { ...own, calls } : null;
}

const nameOf = ({ call, params, query }: Pick<InitialQuery, 'call' | 'params' | 'query'>) =>
  JSON.stringify([call, params, query]);

function tellsSame(shown: unknown, own: unknown, personId: string, isInList = false): boolean {
  if (Array.isArray(shown))
    return (
      Array.isArray(own) &&
      shown.length === own.length &&
      shown.every((each, index) => tellsSame(each, own[index], personId, true))
    );
  if (!isRecord(shown) || !isRecord(own)) return shown === own;
  const names = new Set([...Object.keys(shown), ...Object.keys(own)]);
  return [...names].every(
    (name) =>
      OF_VIEWER.has(name) ||
      (isInList && OF_VIEWER_IN_LISTS.has(name)) ||
      // Nobody can follow themselves.
      (name === 'canBeFollowed' && own.id === personId) ||
      tellsSame(shown[name], own[name], personId, isInList),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
