import type { ApiAnswer, AskApi } from './ask-api';

/** How long an anonymous answer is reused, in milliseconds: as long as a reading of the registry. */
const FRESH_MS = 500;
/** Maximum number of cached answers: pages opened at the same time, not all pages. */
const MAX_ANSWERS = 200;

/**
 * Deduplicates concurrent queries without a session: anonymous answers are the same for all. Queries on behalf of a
 * user are never shared.
 */
export function shareAnonymousAnswers(askApi: AskApi): AskApi {
  const answers = new Map<string, { at: number; answer: Promise<ApiAnswer> }>();
  return (call) => {
    if (call.token !== undefined || call.method !== 'GET') return askApi(call);
    const now = performance.now();
    const known = answers.get(call.path);
    if (known && now - known.at < FRESH_MS) return known.answer;
    answers.delete(call.path);
    const [oldest] = answers.keys();
    if (answers.size >= MAX_ANSWERS && oldest !== undefined) answers.delete(oldest);
    const answer = askApi(call);
    answers.set(call.path, { at: now, answer });
    return answer;
  };
}
