/** The page shown after leaving the service. Nothing else links there. */
export const FAREWELL_PATH = '/account/farewell';
