import type { Me } from '@manabiba/shared/contract/users';

/** Somebody of 12 or under: may read and reserve, but neither write nor open a classroom. A professional never counts. */
export function isChild(me: Me): boolean {
  return me.role !== 'anonymous' && !me.isProfessional && !me.canCommunicateAge;
}

/** Whether a classroom that is not open to all is closed to this person: adults and professionals stand outside. */
export function isOutsideYouthAudience(me: Me): boolean {
  return me.role !== 'anonymous' && (me.isProfessional || !me.isStudentAge);
}
