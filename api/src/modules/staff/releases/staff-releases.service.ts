import type {
  EnvironmentRelease,
  LiveRemote,
  NameUses,
  ReleaseHistoryLine,
  UnknownUses,
} from '@manabiba/shared/contract/staff-releases';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/database/db';
import { inTransaction } from '../../../platform/database/transaction';
import type { StaffRepository } from '../staff.repository';
import type { ReleaseAct, ReleaseControl } from './release-control';
import type { StaffReleasesRepository } from './staff-releases.repository';

interface StaffReleasesDeps {
  db: Db;
  control: ReleaseControl;
  people: StaffReleasesRepository;
  log: StaffRepository['log'];
  clock: Clock;
}

/** A change requested by a member of the staff. */
interface ChangeRequest {
  remote: string;
  /** The revision that they have seen. */
  revision: number;
  reason: string;
}

/** What a change of a remote was, for the log. */
interface Change {
  before: string;
  after: string;
}

export type StaffReleasesService = ReturnType<typeof createStaffReleasesService>;

/** The releases of remotes, for the staff. Each change is in the history of releases and in the log of the staff. */
export function createStaffReleasesService({ db, control, people, log, clock }: StaffReleasesDeps) {
  /** Makes a change, and notes it in the same transaction. What does not fit what is there now is `conflict`. */
  async function change(
    viewer: SignedInViewer,
    action: string,
    { remote, revision, reason }: ChangeRequest,
    work: (act: ReleaseAct) => Promise<Change>,
  ): Promise<void> {
    await inTransaction(db, async (trx) => {
      const made = await orConflict(() => work({ remote, revision, who: viewer.id, why: reason }));
      await log(trx, { at: clock.now(), who: viewer.id, action, subjectId: remote, detail: reason, ...made });
    });
  }

  return {
    async live(): Promise<{ items: LiveRemote[]; environments: EnvironmentRelease[] }> {
      const { remotes, environments } = await control.live();
      return {
        items: remotes.map(({ rollout, ...remote }) => ({
          ...remote,
          rollout: rollout && { ...rollout, since: isoOf(rollout.since) },
        })),
        environments: environments.map(({ since, ...release }) => ({ ...release, since: since.toISOString() })),
      };
    },

    async history({
      remote,
      limit,
    }: {
      remote?: string | undefined;
      limit: number;
    }): Promise<{ items: ReleaseHistoryLine[] }> {
      const lines = await control.history(limit, remote);
      const names = await people.nicknames([...new Set(lines.map(({ who }) => who))]);
      return {
        items: lines.map(({ at, who, remote: name, ...line }) => ({
          at: at.toISOString(),
          remote: name,
          action: line.action,
          version: line.version,
          fromVersion: line.fromVersion,
          percent: line.percent,
          rule: line.rule,
          environment: line.environment,
          who,
          whoName: names.get(who) ?? null,
          why: line.why,
          approvedBy: line.approvedBy,
        })),
      };
    },

    /** Returns the releases that a user had; `not_found` for a number that no page has reported. */
    async failure(number: string) {
      const found = await control.replay(number);
      if (!found) throw new AppError('not_found');
      return { ...found, at: found.at.toISOString() };
    },

    async uses(): Promise<{ items: NameUses[]; unknown: UnknownUses[] }> {
      const { names, unknown } = await control.uses();
      return { items: [...names], unknown: [...unknown] };
    },

    /** Widens a rollout. A share that is not larger than the present one is `invalid`. */
    advance: (viewer: SignedInViewer, { percent, ...request }: ChangeRequest & { percent: number | null }) =>
      change(viewer, 'advance-rollout', request, async (act) => {
        const { version, from } = await orInvalidShare(() => control.advance({ ...act, percent }));
        return { before: `${version} ${from}%`, after: percent === null ? version : `${version} ${percent}%` };
      }),

    rollBack: (viewer: SignedInViewer, request: ChangeRequest) =>
      change(viewer, 'roll-back-release', request, async (act) => {
        const { version, left, with: others } = await control.rollBack(act);
        return {
          before: [left, ...others.map((other) => `${other.remote} ${other.version}`)].join(', '),
          after: version,
        };
      }),

    retire: (viewer: SignedInViewer, request: ChangeRequest) =>
      change(viewer, 'retire-remote', request, async (act) => {
        const { left } = await control.retire(act);
        return { before: left, after: 'retired' };
      }),

    bringBack: (viewer: SignedInViewer, request: ChangeRequest) =>
      change(viewer, 'bring-back-remote', request, async (act) => {
        const { version } = await control.bringBack(act);
        return { before: 'retired', after: version };
      }),

    async tokens() {
      const tokens = await control.tokens.list();
      const makers = tokens.flatMap(({ createdBy, revokedBy }) => [
        createdBy,
        ...(revokedBy === null ? [] : [revokedBy]),
      ]);
      const names = await people.nicknames([...new Set(makers)]);
      return {
        items: tokens.map(({ createdAt, createdBy, expiresAt, lastUsedAt, revokedAt, revokedBy, ...token }) => ({
          ...token,
          createdAt: createdAt.toISOString(),
          createdBy,
          createdByName: names.get(createdBy) ?? null,
          expiresAt: expiresAt.toISOString(),
          lastUsedAt: isoOf(lastUsedAt),
          revokedAt: isoOf(revokedAt),
          revokedBy,
          revokedByName: names.get(revokedBy ?? '') ?? null,
        })),
      };
    },

    /** Makes a token. Returns its secret, which nothing shows again. */
    createToken: (
      viewer: SignedInViewer,
      { reason, ...request }: { remote: string | null; person: string; days: number; reason: string },
    ): Promise<{ id: string; secret: string }> =>
      inTransaction(db, async (trx) => {
        const { token, secret } = await control.tokens.create({ ...request, by: viewer.id });
        const entry = { at: clock.now(), who: viewer.id, action: 'create-release-token', subjectId: token.id };
        await log(trx, { ...entry, detail: reason, before: '', after: scopeOf(token) });
        return { id: token.id, secret };
      }),

    /** Ends a token at once. One that was revoked before is `conflict`. */
    revokeToken: (viewer: SignedInViewer, id: string, reason: string): Promise<void> =>
      inTransaction(db, async (trx) => {
        const revoked = await control.tokens.revoke(id, viewer.id);
        if (!revoked) throw new AppError('not_found');
        if (!revoked.isNews) throw new AppError('conflict');
        const entry = { at: clock.now(), who: viewer.id, action: 'revoke-release-token', subjectId: id };
        await log(trx, { ...entry, detail: reason, before: scopeOf(revoked.token), after: '' });
      }),
  };
}

/** A refused change. It comes from another bundle, so it is known by its name. */
const isRefusal = (error: unknown): error is Error & { status?: unknown } =>
  error instanceof Error && error.name === 'ReleaseRefusal';

async function orConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isRefusal(error)) throw new AppError('conflict');
    throw error;
  }
}

async function orInvalidShare<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isRefusal(error) || error.status !== 422) throw error;
    throw new AppError('invalid', { fields: { percent: 'いまより大きい割合を選んでください。' } });
  }
}

const isoOf = (time: Date | null) => time?.toISOString() ?? null;

/** Whose token it is, for which remote. */
const scopeOf = ({ person, remote }: { person: string; remote: string | null }) => `${person} ${remote ?? '*'}`;
