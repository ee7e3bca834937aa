import type { InitialQuery, PrefetchedAnswer, PrefetchedAnswers } from '@manabiba/shared/navigation/initial-queries';

/** Fields about the viewer's relation to a thing. They do not shift the layout. */
const OF_VIEWER: ReadonlySet<string> = new Set(['isFollowed', 'isReserved', 'resumeAtSeconds']);
/** The same in rows of lists only: on the thing's own page they decide what the user can do. */
const OF_VIEWER_IN_LISTS: ReadonlySet<string> = new Set(['myRole', 'myParticipation', 'canWatch', 'captionUrl']);

/**
 * Adds the anonymous answers, with which a page was rendered, to those of the user who gets it. Null unless both show
 * the same: content that the user must not see, sees differently, or got no answer for in time is not rendered for
 * them.
 */
export function answersForUser(
  anonymous: PrefetchedAnswers | undefined,
  own: PrefetchedAnswers | undefined,
  { userId, queries }: { userId: string; queries: readonly InitialQuery[] },
): PrefetchedAnswers | null {
  if (!anonymous || !own) return null;
  const forUsers = new Set(queries.filter((query) => query.for === 'person').map(nameOf));
  const anonymousAnswers = new Map(anonymous.calls.map((call) => [nameOf(call), call.answer]));
  const calls = own.calls.map((call): PrefetchedAnswer => {
    const answer = anonymousAnswers.get(nameOf(call));
    return answer === undefined || JSON.stringify(answer) === JSON.stringify(call.answer)
      ? call
      : { ...call, drawnWith: answer };
  });
  const answered = new Map(own.calls.map((call) => [nameOf(call), call.answer]));
  const isSame =
    anonymous.calls.every((call) => showsSame(call.answer, answered.get(nameOf(call)), userId)) &&
    own.calls.every((call) => anonymousAnswers.has(nameOf(call)) || forUsers.has(nameOf(call)));
  return isSame ? { ...own, calls } : null;
}

const nameOf = ({ call, params, query }: Pick<InitialQuery, 'call' | 'params' | 'query'>) =>
  JSON.stringify([call, params, query]);

function showsSame(shown: unknown, own: unknown, userId: string, isInList = false): boolean {
  if (Array.isArray(shown))
    return (
      Array.isArray(own) &&
      shown.length === own.length &&
      shown.every((each, index) => showsSame(each, own[index], userId, true))
    );
  if (!isRecord(shown) || !isRecord(own)) return shown === own;
  const names = new Set([...Object.keys(shown), ...Object.keys(own)]);
  return [...names].every(
    (name) =>
      OF_VIEWER.has(name) ||
      (isInList && OF_VIEWER_IN_LISTS.has(name)) ||
      // A user cannot follow themselves.
      (name === 'canBeFollowed' && own.id === userId) ||
      showsSame(shown[name], own[name], userId, isInList),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
