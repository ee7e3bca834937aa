import type { StaffSessionState } from '../../access/staff-lock';
import type { SignedInViewer } from '../../access/viewer';
import { isConsentMissing, isStudentAge, isYoungerThan } from '../users/age';

/** The columns of a user and their school that access rules depend on. */
export const viewerColumns = [
  'users.role',
  'users.state',
  'users.birth_date',
  'users.email_verified_at',
  'users.partner_school_id',
  'users.guardian_consent_at',
  'partner_schools.can_create',
  'partner_schools.can_speak',
  'partner_schools.classmates_only',
] as const;

interface ViewerRow {
  user_id: string;
  role: SignedInViewer['role'];
  state: SignedInViewer['state'];
  birth_date: string;
  email_verified_at: Date | null;
  partner_school_id: string | null;
  guardian_consent_at: Date | null;
  can_create: boolean | null;
  can_speak: boolean | null;
  classmates_only: boolean | null;
}

/** What a call carries besides its user. */
interface ViewerOrigin {
  sessionId: string;
  staffSession: StaffSessionState | null;
  communicateMinAge: number;
}

/** Returns the viewer for a row of `viewerColumns`. */
export function toSignedInViewer(
  row: ViewerRow,
  { sessionId, staffSession, communicateMinAge }: ViewerOrigin,
  now: Date,
): SignedInViewer {
  const isProfessional = row.role === 'professional';
  const studentAge = isStudentAge(row.birth_date, now);
  const canCommunicateAge = !isYoungerThan(row.birth_date, communicateMinAge, now);
  return {
    kind: kindOf({
      isProfessional,
      canCommunicateAge,
      isPupil: row.partner_school_id !== null,
      isStudentAge: studentAge,
    }),
    id: row.user_id,
    sessionId,
    role: row.role,
    state: row.state,
    // A school vouches for its pupils.
    isEmailUnverified: row.email_verified_at === null && row.partner_school_id === null,
    isProfessional,
    isStudentAge: studentAge,
    canCommunicateAge,
    partnerSchoolId: row.partner_school_id,
    isConsentMissing: !isProfessional && isConsentMissing(row, now),
    canCreate: row.can_create ?? true,
    canSpeak: row.can_speak ?? true,
    isAmongClassmates: row.classmates_only ?? false,
    staffSession: row.role === 'staff' ? staffSession : null,
    communicateMinAge,
  };
}

/** A professional is one at any age; staff count as adults. */
function kindOf(person: {
  isProfessional: boolean;
  canCommunicateAge: boolean;
  isPupil: boolean;
  isStudentAge: boolean;
}): SignedInViewer['kind'] {
  if (person.isProfessional) return 'professional';
  if (!person.canCommunicateAge) return 'child';
  if (person.isPupil) return 'school';
  return person.isStudentAge ? 'student' : 'adult';
}
