export const MAIN_ROOM = 'メインの部屋';

/** The name of a new group by its place, from 0. */
export const groupName = (place: number) => `グループ${place + 1}`;
