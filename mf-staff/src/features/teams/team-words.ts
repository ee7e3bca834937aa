import { wordsOfAuthor } from '@manabiba/shared/contract/release-words';

/** Which remotes a token is for. */
export const wordOfScope = (remote: string | null) => remote ?? 'すべてのリモート';

/** A member of the staff by nickname, anybody else as the history names them. */
export const nameOf = (who: string, name: string | null) => name ?? wordsOfAuthor(who);

/** The message when another change came before one's own. */
export const STALE_RELEASE = 'ほかの変更が先にあったか、いまの構成に合いません。新しい状況を確かめてください。';
