import { matchPattern, paths } from '../navigation/paths';
import { type OwnPage, ownPages } from './own-pages';

const own = Object.values<OwnPage>(ownPages).map(({ path }) => path);

/** Paths reserved by the shell, whether it has a page there already or not. */
const reserved = [paths.status];
/** First parts of the paths that are no pages of the browser's app. */
export const serverPaths = [
  'dev',
  'v1',
  'api',
  'r',
  's',
  'media',
  'rtc',
  'deploy',
  'beacon',
  'override',
  'environment',
  'status',
  'healthz',
  'readyz',
  'sitemaps',
  'feeds',
  'offline',
  'embed',
] as const;
const SERVER_PATHS = new RegExp(`^/(${serverPaths.join('|')})(/|$)`);

/** Returns whether a path is the shell's own, which no remote may take. */
export const isOwnPage = (path: string) =>
  [...own, ...reserved].some(({ pattern }) => matchPattern(pattern, path)) || SERVER_PATHS.test(path);
