import { Links } from './links';

/** The server renders links at once. */
export const LateLinks = Links;
