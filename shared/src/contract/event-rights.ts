/** The roles in the team of an event. A member has one or more. */
export const eventRoles = ['edit', 'reception', 'sales'] as const;
export type EventRole = (typeof eventRoles)[number];

export const eventRoleNames: Readonly<Record<EventRole, string>> = { edit: '編集', reception: '受付', sales: '売上' };

/**
 * What can be done with an event, with the roles that may do it. The owner may do everything, and `own` alone.
 * Publishing belongs to the owner, who sells: it depends on their identity and account for payouts.
 */
const allowedRoles = {
  read: ['edit', 'reception', 'sales'],
  edit: ['edit'],
  readParticipants: ['reception', 'sales'],
  checkIn: ['reception'],
  readSales: ['sales'],
  refund: ['sales'],
  own: [],
} as const satisfies Record<string, readonly EventRole[]>;

export type EventRight = keyof typeof allowedRoles;

/** What a user is to an event. */
export interface EventAccess {
  isOwner: boolean;
  roles: readonly EventRole[];
}

/** Returns whether a user may do this with an event. The api decides by it, and pages show what it allows. */
export function mayInEvent({ isOwner, roles }: EventAccess, right: EventRight): boolean {
  const allowed: readonly EventRole[] = allowedRoles[right];
  return isOwner || roles.some((role) => allowed.includes(role));
}

/** Returns roles in words, always in the same order. */
export const rolesInWords = (roles: readonly EventRole[]): string =>
  eventRoles
    .filter((role) => roles.includes(role))
    .map((role) => eventRoleNames[role])
    .join('・');
