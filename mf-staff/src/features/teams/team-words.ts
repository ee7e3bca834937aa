import { wordsOfAuthor } from '@manabiba/shared/contract/release-words';

/** Which remotes a token is for. */
export const wordOfScope = (remote: string | null) => remote ?? 'すべてのリモート';

/** Members of staff by nickname, others as in the history. */
export const nameOf = (who: string, name: string | null) => name ?? wordsOfAuthor(who);

/** A failure's number as it is stored, however a person typed it: `0af76519` is `0AF7-6519`. */
export const listedNumber = (typed: string) =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-F]/g, '')
    .replace(/^(.{4})(.+)$/, '$1-$2');

/** The message when another change came before one's own. */
export const STALE_RELEASE = 'ほかの変更が先にあったか、いまの構成に合いません。新しい状況を確かめてください。';
