/** The roles in the team of an event. A member has one or more. */
export const eventRoles = ['edit', 'reception', 'sales'] as const;
export type EventRole = (typeof eventRoles)[number];

/** The roles in the team of a series. */
export const seriesRoles = ['edit', 'attendance'] as const;
export type SeriesRole = (typeof seriesRoles)[number];

/** All roles, in the order in which they are listed. */
export const teamRoles = ['edit', 'reception', 'sales', 'attendance'] as const satisfies readonly (
  | EventRole
  | SeriesRole
)[];
export type TeamRole = (typeof teamRoles)[number];

export const roleNames: Readonly<Record<TeamRole, string>> = {
  edit: '編集',
  reception: '受付',
  sales: '売上',
  attendance: '出席',
};

/**
 * What can be done with an event, with the roles that may do it. The owner may do everything, and `own` alone.
 * Publishing belongs to the owner, who sells: it depends on their identity and account for payouts.
 */
const eventRights = {
  read: ['edit', 'reception', 'sales'],
  edit: ['edit'],
  readParticipants: ['reception', 'sales'],
  checkIn: ['reception'],
  readSales: ['sales'],
  refund: ['sales'],
  own: [],
} as const satisfies Record<string, readonly EventRole[]>;

/** The same for a series. Ending it belongs to the owner, whose classes are cancelled with it. */
const seriesRights = {
  read: ['edit', 'attendance'],
  edit: ['edit'],
  readAttendance: ['attendance'],
  own: [],
} as const satisfies Record<string, readonly SeriesRole[]>;

export type EventRight = keyof typeof eventRights;
export type SeriesRight = keyof typeof seriesRights;

/** What a user is to an event or a series. */
export interface TeamAccess {
  isOwner: boolean;
  roles: readonly TeamRole[];
}

/** Returns whether a user may do this with an event. The api decides by it, and pages show what it allows. */
export const mayInEvent = (access: TeamAccess, right: EventRight): boolean => isAllowed(access, eventRights[right]);

/** Returns whether a user may do this with a series. */
export const mayInSeries = (access: TeamAccess, right: SeriesRight): boolean => isAllowed(access, seriesRights[right]);

const isAllowed = ({ isOwner, roles }: TeamAccess, allowed: readonly TeamRole[]) =>
  isOwner || roles.some((role) => allowed.includes(role));

/** Returns roles in words, always in the same order. */
export const rolesInWords = (roles: readonly TeamRole[]): string =>
  teamRoles
    .filter((role) => roles.includes(role))
    .map((role) => roleNames[role])
    .join('・');
