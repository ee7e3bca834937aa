import type { ApiAnswer, AskApi } from './ask-api';

/** How long an answer to nobody serves others, in milliseconds: as long as a reading of the registry. */
const FRESH_MS = 500;
/** Answers remembered at once: what many open at the same time, not what is there. */
const MAX_ANSWERS = 200;

/**
 * Asks once what many ask at the same time without a session: what is answered to nobody in particular is the same for
 * all. What is asked in somebody's name is never shared.
 */
export function shareAnswersToNobody(askApi: AskApi): AskApi {
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
