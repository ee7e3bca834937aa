import { anonymousMe, type Session } from '../session/session-store';
import { isMeasurable } from './is-measurable';

/** Whether this user's actions may be measured now. */
export const isMeasured = ({ me, analyticsConsent }: Session): boolean =>
  analyticsConsent === 'granted' && isMeasurable(me ?? anonymousMe);
