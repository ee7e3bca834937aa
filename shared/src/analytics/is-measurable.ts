import type { Me } from '../contract/users';

/** Whether this person may be asked at all: what people of 12 or under do is never measured, whoever has agreed to it. */
export const isMeasurable = (me: Me): boolean => me.role === 'anonymous' || !me.isStudentAge || me.canCommunicateAge;
