/**
 * What the top page and a profile ask the api for. The sections and the hover over their links use the same inputs,
 * so that what a hover has brought is what the page looks for.
 */
export const liveClassroomsInput = { query: { state: 'live' } } as const;
export const scheduledClassroomsInput = { query: { state: 'scheduled' } } as const;
export const userClassroomsInput = (userId: string) => ({ query: { userId } });
export const userArchivesInput = (userId: string) => ({ params: { id: userId }, query: { limit: 50 } });
/** Two rows of three on the top page. */
export const topProfessionalsInput = { query: { sort: 'classroom', limit: 6 } } as const;
export const topFollowingInput = { query: { limit: 20 } } as const;
