import type { Me } from '../contract/users';

/**
 * Whether this user may be asked for consent at all: users aged 12 or under are never measured, regardless of consent.
 */
export const isMeasurable = (me: Me): boolean => me.role === 'anonymous' || !me.isStudentAge || me.canCommunicateAge;
