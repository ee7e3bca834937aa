import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { MAX_RELEASE_TOKEN_DAYS } from './limits';
import { count, id, iso } from './primitives';
import { staffReason } from './staff-reason';

const MAX_HISTORY_LINES = 200;

const remoteName = z.string().check(z.minLength(1), z.maxLength(64, { abort: true }), z.regex(/^[\w-]+$/));
const staff = { session: 'staff' } as const;

/** What may happen to the releases of a remote. */
const releaseActions = [
  'published',
  'rollout_started',
  'rollout_withdrawn',
  'rolled_back',
  'retired',
  'refused',
  'gate_skipped',
  'files_removed',
  'environment_published',
  'environment_withdrawn',
] as const;
export type ReleaseAction = (typeof releaseActions)[number];

/** Page views with a release in the last 24 hours, and how many of them failed. */
const releaseHealth = z.object({ views: count, failures: count });
export type ReleaseHealth = z.output<typeof releaseHealth>;

const rollout = z.object({
  version: z.string(),
  /** Share of those whom the rule lets in. */
  percent: z.int(),
  /** For whom it is, in the words of the command; null for everybody. */
  rule: z.nullable(z.string()),
  since: z.nullable(iso),
  health: z.nullable(releaseHealth),
});
export type Rollout = z.output<typeof rollout>;

const liveRemote = z.object({
  remote: z.string(),
  /** The live release; the last one of a retired remote. */
  version: z.string(),
  /** Rises with every change. A change names the one that was seen. */
  revision: count,
  isRetired: z.boolean(),
  /** Null when nobody has opened a page with it. */
  health: z.nullable(releaseHealth),
  rollout: z.nullable(rollout),
  /** The release to roll back to; null without one. */
  previousVersion: z.nullable(z.string()),
  /** The remotes that went live with it in one change, and go back with it. */
  goesBackWith: z.array(z.string()),
  /** For a retired remote: whether its files are still kept. */
  canBringBack: z.boolean(),
});
export type LiveRemote = z.output<typeof liveRemote>;

const environmentRelease = z.object({ environment: z.string(), remote: z.string(), version: z.string(), since: iso });
export type EnvironmentRelease = z.output<typeof environmentRelease>;

export const listLiveReleases = endpoint({
  name: 'listLiveReleases',
  isExtension: true,
  method: 'GET',
  path: '/staff/releases',
  summary: 'Returns which release of each remote is live, in rollout, retired, or in an environment.',
  access: staff,
  response: z.object({ items: z.array(liveRemote), environments: z.array(environmentRelease) }),
  errors: [],
  tags: ['Staff'],
});

const releaseHistoryLine = z.object({
  at: iso,
  remote: z.string(),
  action: z.enum(releaseActions),
  version: z.string(),
  /** The release that was live before. */
  fromVersion: z.nullable(z.string()),
  percent: z.nullable(z.int()),
  /** For whom a rollout was, in the words of the command; null for everybody. */
  rule: z.nullable(z.string()),
  /** Where the release was put or taken away, or from where it was promoted. */
  environment: z.nullable(z.string()),
  who: z.string(),
  /** Nickname; null when it was not a member of the staff. */
  whoName: z.nullable(z.string()),
  why: z.string(),
  /** The second person, for a skipped gate. */
  approvedBy: z.nullable(z.string()),
});
export type ReleaseHistoryLine = z.output<typeof releaseHistoryLine>;

export const listReleaseHistory = endpoint({
  name: 'listReleaseHistory',
  isExtension: true,
  method: 'GET',
  path: '/staff/release_history',
  summary: 'Returns the last changes of the releases, newest first: of all remotes or of one.',
  access: staff,
  query: z.object({
    remote: z.optional(remoteName),
    limit: z._default(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(MAX_HISTORY_LINES)), 100),
  }),
  response: z.object({ items: z.array(releaseHistoryLine) }),
  errors: [],
  tags: ['Staff'],
});

/** What can be removed from the product: a call, an export of the facade, a slot that a remote shows or fills. */
const usedKinds = ['call', 'facade', 'shown_slot', 'filled_slot'] as const;
export type UsedKind = (typeof usedKinds)[number];

const usingRelease = z.object({
  remote: z.string(),
  version: z.string(),
  /** `live`, `rollout`, or the name of the environment. */
  place: z.string(),
});
export type UsingRelease = z.output<typeof usingRelease>;

const nameUses = z.object({ kind: z.enum(usedKinds), name: z.string(), users: z.array(usingRelease) });
export type NameUses = z.output<typeof nameUses>;

const unknownUses = z.object({
  ...usingRelease.shape,
  /** Only its use of the facade is unknown; otherwise its files cannot be read. */
  isFacadeOnly: z.boolean(),
});
export type UnknownUses = z.output<typeof unknownUses>;

export const listReleaseUses = endpoint({
  name: 'listReleaseUses',
  isExtension: true,
  method: 'GET',
  path: '/staff/release_uses',
  summary: 'Returns which release uses which call, slot and export of the facade, read out of the built files.',
  access: staff,
  response: z.object({ items: z.array(nameUses), unknown: z.array(unknownUses) }),
  errors: [],
  tags: ['Staff'],
});

const failureReleases = z.object({
  at: iso,
  releases: z.array(z.object({ remote: z.string(), version: z.string(), isKept: z.boolean() })),
  /** Opens the product with exactly these releases, once and within ten minutes; null when files are gone. */
  path: z.nullable(z.string()),
});

export const getFailureReleases = endpoint({
  name: 'getFailureReleases',
  isExtension: true,
  method: 'GET',
  path: '/staff/failures/{number}',
  summary: 'Returns the releases that a user had when something failed, by the number that they were shown.',
  access: staff,
  params: z.object({ number: z.string().check(z.regex(/^[\dA-F]{4}-[\dA-F]{4}$/)) }),
  response: failureReleases,
  errors: ['not_found'],
  tags: ['Staff'],
});

/** The revision that the caller has seen: after another change the call is `conflict`. */
const seen = { revision: count, reason: staffReason };
const ofRemote = z.object({ remote: remoteName });

export const advanceRollout = endpoint({
  name: 'advanceRollout',
  isExtension: true,
  method: 'POST',
  path: '/staff/releases/{remote}/rollout',
  summary: 'Shows the release in a rollout to a larger share, or makes it live for everybody.',
  access: staff,
  params: ofRemote,
  body: z.strictObject({
    ...seen,
    /** The new share; 100 is everybody whom the rule lets in. Null makes the release live for everybody. */
    percent: z.nullable(z.int().check(z.minimum(1), z.maximum(100))),
  }),
  response: null,
  errors: ['invalid', 'conflict'],
  invalidates: ['Staff'],
  idempotencyKey: true,
});

export const rollBackRelease = endpoint({
  name: 'rollBackRelease',
  isExtension: true,
  method: 'POST',
  path: '/staff/releases/{remote}/rollback',
  summary: 'Ends the rollout of a remote; without one, makes the release before live again.',
  access: staff,
  params: ofRemote,
  body: z.strictObject(seen),
  response: null,
  errors: ['conflict'],
  invalidates: ['Staff'],
  idempotencyKey: true,
});

export const retireRemote = endpoint({
  name: 'retireRemote',
  isExtension: true,
  method: 'POST',
  path: '/staff/releases/{remote}/retirement',
  summary: 'Takes a remote away from everybody, and out of every environment.',
  access: staff,
  params: ofRemote,
  body: z.strictObject(seen),
  response: null,
  errors: ['conflict'],
  invalidates: ['Staff'],
  idempotencyKey: true,
});

export const bringBackRemote = endpoint({
  name: 'bringBackRemote',
  isExtension: true,
  method: 'POST',
  path: '/staff/releases/{remote}/return',
  summary: 'Makes the last release of a retired remote live again, if it still fits what is live.',
  access: staff,
  params: ofRemote,
  body: z.strictObject(seen),
  response: null,
  errors: ['conflict'],
  invalidates: ['Staff'],
  idempotencyKey: true,
});

const releaseToken = z.object({
  id,
  /** Null for all remotes. */
  remote: z.nullable(z.string()),
  /** Address of the member of the team. */
  person: z.string(),
  createdAt: iso,
  createdBy: z.string(),
  /** Nickname; null when it was not a member of the staff. */
  createdByName: z.nullable(z.string()),
  expiresAt: iso,
  lastUsedAt: z.nullable(iso),
  revokedAt: z.nullable(iso),
  revokedBy: z.nullable(z.string()),
  revokedByName: z.nullable(z.string()),
});
export type ReleaseToken = z.output<typeof releaseToken>;

export const listReleaseTokens = endpoint({
  name: 'listReleaseTokens',
  isExtension: true,
  method: 'GET',
  path: '/staff/release_tokens',
  summary: 'Returns the tokens with which members of teams release, newest first, with those that have ended.',
  access: staff,
  response: z.object({ items: z.array(releaseToken) }),
  errors: [],
  tags: ['Staff'],
});

export const createReleaseToken = endpoint({
  name: 'createReleaseToken',
  isExtension: true,
  method: 'POST',
  path: '/staff/release_tokens',
  summary: 'Makes a token with which one person may release one remote, or all. Nothing shows its secret again.',
  access: staff,
  body: z.strictObject({
    remote: z.nullable(remoteName),
    person: z.email({ error: 'メールアドレスを入力してください。' }).check(z.maxLength(200)),
    days: z
      .int({ error: '日数を入力してください。' })
      .check(
        z.minimum(1, { error: '1日以上にしてください。' }),
        z.maximum(MAX_RELEASE_TOKEN_DAYS, { error: `${MAX_RELEASE_TOKEN_DAYS}日以内にしてください。` }),
      ),
    reason: staffReason,
  }),
  response: z.object({ id, secret: z.string() }),
  status: 201,
  errors: [],
  invalidates: ['Staff'],
  idempotencyKey: true,
});

export const revokeReleaseToken = endpoint({
  name: 'revokeReleaseToken',
  isExtension: true,
  method: 'POST',
  path: '/staff/release_tokens/{id}/revocation',
  summary: 'Ends a token at once.',
  access: staff,
  params: z.object({ id }),
  body: z.strictObject({ reason: staffReason }),
  response: null,
  errors: ['not_found', 'conflict'],
  invalidates: ['Staff'],
  idempotencyKey: true,
});
