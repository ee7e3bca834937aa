import { wordsOfAuthor } from '@manabiba/shared/contract/release-words';

/** Which remotes a token is for. */
export const wordOfScope = (remote: string | null) => remote ?? 'すべてのリモート';

/** Members of staff by nickname, others as in the history. */
export const nameOf = (who: string, name: string | null) => name ?? wordsOfAuthor(who);

/** The message when another change came before one's own. */
export const STALE_RELEASE = 'ほかの変更が先にあったか、いまの構成に合いません。新しい状況を確かめてください。';
