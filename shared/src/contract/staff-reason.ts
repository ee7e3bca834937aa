import { MAX_STAFF_REASON_LENGTH } from './limits';
import { text } from './primitives';

/** Why a member of the staff does something, as the audit log keeps it. */
export const staffReason = text({ min: 1, max: MAX_STAFF_REASON_LENGTH, empty: '理由を入力してください。' });
