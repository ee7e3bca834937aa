/** Where somebody is who has just left. Nobody else links there. */
export const FAREWELL_PATH = '/farewell';
