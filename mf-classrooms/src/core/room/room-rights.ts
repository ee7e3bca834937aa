import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import type { Me } from '@manabiba/shared/contract/users';

/** What somebody may do about another person of the room. */
export interface PersonRights {
  canMute: boolean;
  /** The roles that may be given: never the one that the person has. */
  roles: readonly RoomRole[];
  canLowerHand: boolean;
  canReport: boolean;
  canBlock: boolean;
  canKick: boolean;
}

const NO_RIGHTS: PersonRights = {
  canMute: false,
  roles: [],
  canLowerHand: false,
  canReport: false,
  canBlock: false,
  canKick: false,
};

/** Host and co-hosts look after the room. */
export const isModerator = (role: RoomRole | null) => role === 'host' || role === 'co_host';

type Target = Pick<RoomUserDoc, 'id' | 'role' | 'isMuted' | 'isAnonymous' | 'handRaisedAt'>;

/**
 * What `me`, being `role` in the room, may do about somebody else in it. The server keeps the same rules; it alone knows
 * whose age or school forbids them to speak.
 */
export function rightsOver(target: Target, role: RoomRole, me: Me): PersonRights {
  if (target.id === me.id) return NO_RIGHTS;
  const looksAfter = isModerator(role);
  // Both need an account on either side.
  const isBetweenPeople = me.role !== 'anonymous' && !target.isAnonymous;
  return {
    canMute: looksAfter && target.role !== 'host' && !target.isMuted,
    roles: rolesToGive(target, role),
    canLowerHand: looksAfter && target.handRaisedAt !== null,
    canReport: isBetweenPeople,
    canBlock: isBetweenPeople,
    canKick: (role === 'host' && target.role !== 'host') || (role === 'co_host' && !isModerator(target.role)),
  };
}

function rolesToGive(target: Target, role: RoomRole): RoomRole[] {
  if (!isModerator(role) || target.role === 'host') return [];
  if (role === 'co_host' && target.role === 'co_host') return [];
  const given: RoomRole[] = role === 'host' ? ['speaker', 'listener', 'co_host'] : ['speaker', 'listener'];
  // Whoever has no account may only listen.
  return given.filter((other) => other !== target.role && (other === 'listener' || !target.isAnonymous));
}

/** Whether there is anything to do about somebody. */
export const hasRights = ({ roles, ...rights }: PersonRights) =>
  roles.length > 0 || Object.values(rights).some(Boolean);
