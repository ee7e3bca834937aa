import type { LiveAccessRule } from '../realtime/live-access';

/** Users read their own document. */
export const personAccessRule: LiveAccessRule = {
  documents: 'people/{user}',
  isListed: false,
  canRead: ({ userId }, { user }) => user === userId,
};
