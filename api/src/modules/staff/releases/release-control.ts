import type { NameUses, ReleaseAction, ReleaseHealth, UnknownUses } from '@manabiba/shared/contract/staff-releases';

/** A change of a remote: who makes it, why, and the revision that they have seen. */
export interface ReleaseAct {
  remote: string;
  revision: number;
  who: string;
  why: string;
}

/** A remote as the staff see it. */
interface ControlledRemote {
  remote: string;
  version: string;
  revision: number;
  isRetired: boolean;
  health: ReleaseHealth | null;
  rollout: {
    version: string;
    percent: number;
    rule: string | null;
    since: Date | null;
    health: ReleaseHealth | null;
  } | null;
  previousVersion: string | null;
  goesBackWith: string[];
  canBringBack: boolean;
}

interface HistoryLine {
  at: Date;
  remote: string;
  action: ReleaseAction;
  version: string;
  fromVersion: string | null;
  percent: number | null;
  rule: string | null;
  environment: string | null;
  who: string;
  why: string;
  approvedBy: string | null;
}

interface TeamToken {
  id: string;
  remote: string | null;
  person: string;
  createdAt: Date;
  createdBy: string;
  expiresAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  revokedBy: string | null;
}

/**
 * The releases of remotes, which belong to the web server: the program that runs both passes them in. What cannot be
 * changed is refused with an error named `ReleaseRefusal`.
 */
export interface ReleaseControl {
  live(): Promise<{
    remotes: readonly ControlledRemote[];
    environments: readonly { environment: string; remote: string; version: string; since: Date }[];
  }>;
  /** The last changes, newest first. */
  history(limit: number, remote?: string): Promise<readonly HistoryLine[]>;
  /** Returns the releases of a failure, and the path that opens them; undefined for an unknown number. */
  replay(
    number: string,
  ): Promise<
    { at: Date; releases: { remote: string; version: string; isKept: boolean }[]; path: string | null } | undefined
  >;
  /** Returns what live releases use of the product, by name, and those of which it is not known. */
  uses(): Promise<{ names: readonly NameUses[]; unknown: readonly UnknownUses[] }>;
  /** Returns the release in the rollout, and its share before. */
  advance(act: ReleaseAct & { percent: number | null }): Promise<{ version: string; from: number }>;
  /** Returns what is live now, what is no longer shown, and the releases of other remotes that went back with it. */
  rollBack(act: ReleaseAct): Promise<{ version: string; left: string; with: { remote: string; version: string }[] }>;
  retire(act: ReleaseAct): Promise<{ left: string }>;
  bringBack(act: ReleaseAct): Promise<{ version: string }>;
  tokens: {
    list(): Promise<readonly TeamToken[]>;
    create(wanted: {
      remote: string | null;
      person: string;
      days: number;
      by: string;
    }): Promise<{ token: TeamToken; secret: string }>;
    /** Returns undefined when there is no such token. */
    revoke(id: string, by: string): Promise<{ token: TeamToken; isNews: boolean } | undefined>;
  };
}
