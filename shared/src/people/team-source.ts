import type { ApiError } from '@manabiba/shared/platform';

import type { TeamRole } from '../contract/team-rights';
import type { Team, TeamLogEntry } from '../contract/teams';
import type { PagedItems } from '../ui/paged-list';

/** The team of one event or series: how a page reads and changes it, and what it is called there. */
export interface TeamSource {
  team: { data: Team | undefined; error: ApiError | undefined; retry: () => void };
  log: PagedItems<TeamLogEntry>;
  /** The calls reject with what the api answered. */
  invite: (invitation: { email: string; roles: TeamRole[] }) => Promise<unknown>;
  setRoles: (memberId: string, roles: TeamRole[]) => Promise<unknown>;
  remove: (memberId: string) => Promise<unknown>;
  /** Called once the viewer has left the team. */
  onLeft: () => void;
  noun: 'イベント' | '連続講座';
  /** The roles that this kind of team has, each with what it allows. */
  roles: Readonly<Partial<Record<TeamRole, string>>>;
}
