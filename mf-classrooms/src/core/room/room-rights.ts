import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import type { Me } from '@manabiba/shared/contract/users';

/** What the viewer may do to another participant. */
export interface PersonRights {
  canMute: boolean;
  /** The roles that may be assigned, excluding the current one. */
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

/** Returns whether a role is a moderator: host or co-host. */
export const isModerator = (role: RoomRole | null) => role === 'host' || role === 'co_host';

type Target = Pick<RoomUserDoc, 'id' | 'role' | 'isMuted' | 'isAnonymous' | 'handRaisedAt'>;

/**
 * Returns what `me`, with `role` in the room, may do to another participant. The server enforces the same rules; it
 * alone knows who may not speak because of age or school.
 */
export function rightsOver(target: Target, role: RoomRole, me: Me): PersonRights {
  if (target.id === me.id) return NO_RIGHTS;
  const looksAfter = isModerator(role);
  // Both require an account on either side.
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
  // A participant without an account may only listen.
  return given.filter((other) => other !== target.role && (other === 'listener' || !target.isAnonymous));
}

/** Returns whether there is any right at all. */
export const hasRights = ({ roles, ...rights }: PersonRights) =>
  roles.length > 0 || Object.values(rights).some(Boolean);
