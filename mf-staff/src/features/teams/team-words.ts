import { wordsOfAuthor } from '@manabiba/shared/contract/release-words';

/** Which remotes a token is for. */
export const wordOfScope = (remote: string | null) => remote ?? 'すべてのリモート';

/** A member of the staff by nickname, anybody else as the history names them. */
export const nameOf = (who: string, name: string | null) => name ?? wordsOfAuthor(who);
