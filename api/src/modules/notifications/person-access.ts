import type { LiveAccessRule } from '../realtime/live-access';

/** Everybody reads their own document. */
export const personAccessRule: LiveAccessRule = {
  documents: 'people/{user}',
  isListed: false,
  canRead: ({ userId }, { user }) => user === userId,
};
