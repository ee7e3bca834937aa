import { addMilliseconds } from 'date-fns';
import { millisecondsInMinute } from 'date-fns/constants';

/** How long a session stays open for the staff without a call of the staff, in milliseconds. */
const STAFF_IDLE_MS = 30 * millisecondsInMinute;

/** What decides whether a session of the staff is open. */
export interface StaffSessionState {
  hasSecondFactor: boolean;
  /** The last call of the staff since the second factor; null before it. */
  activeAt: Date | null;
}

/**
 * Returns when the session locks without another call: a time in the past when it is locked, null when it never does,
 * because there is no second factor and none is required.
 */
export function staffLockTime(
  { hasSecondFactor, activeAt }: StaffSessionState,
  isSecondFactorRequired: boolean,
): Date | null {
  if (!hasSecondFactor) return isSecondFactorRequired ? new Date(0) : null;
  return activeAt === null ? new Date(0) : addMilliseconds(activeAt, STAFF_IDLE_MS);
}

/** Returns whether the session needs the second factor now. */
export function isStaffLocked(state: StaffSessionState, isSecondFactorRequired: boolean, now: Date): boolean {
  const locksAt = staffLockTime(state, isSecondFactorRequired);
  return locksAt !== null && locksAt <= now;
}
