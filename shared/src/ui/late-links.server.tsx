import { Links } from './links';

/** The server draws links at once. */
export const LateLinks = Links;
