/*
 * The platform of releases: it receives builds of remotes, proves them, and decides which one each browser gets. This is
 * its only door. A release is a walk through its folders: deploy/ receives a candidate, gate/ checks it, evidence/ signs
 * what was checked, store/ publishes it, and registry/ shows it to pages.
 */
export { serveDeploy } from './deploy/deploy-routes';
export { type CandidateChecks, createCandidateChecks } from './gate/check-apart';
export type { Candidate } from './gate/release-gate';
export { digestOf } from './store/digest-of';
export {
  isThere,
  keepServerFile,
  placeOf,
  releaseMapsOf,
  serverFileOf,
  serverFilesOf,
  sourceMapsOf,
} from './store/release-files';
export type { HistoryRow } from './store/release-history';
export { type ReleaseKey, makeReleaseKeyPem, readReleaseKey } from './store/release-key';
export {
  type ReleaseManifest,
  type ServedRegistry,
  type ServedRemote,
  remoteName,
  toRegistered,
  versionName,
} from './store/release-manifest';
export type { ReloadReason } from './store/release-rows';
export { type ReleaseStore, WORKSPACE, createReleaseStore } from './store/release-store';
export { signPointer, signRelease } from './store/signed-rows';
export { rememberInFile } from './registry/registry-memory';
export { type Queryable, type RegistryReader, createRegistryReader } from './registry/registry-reader';
export {
  type Override,
  clearOverrides,
  originOf,
  overrideCookie,
  overridesIn,
  readOverrideGrant,
  setOverride,
} from './rollouts/override';
export type { Testers } from './rollouts/read-rule';
export { type ReleaseAudience, wholeAudience } from './rollouts/release-audience';
export { type RolloutRule, rulePersonOf, wordsOfRule } from './rollouts/rollout-rule';
export {
  ENVIRONMENT_COOKIE,
  environmentCookie,
  environmentIn,
  readEnvironmentGrant,
} from './environments/environment-link';
export type { EnvironmentName } from './environments/environment-name';
export type { Health } from './health/error-rates';
export { type RemoteHealth, createRemoteHealth } from './health/remote-health';
export { troubleSigns } from './health/trouble-signs';
export { failureNumber } from './replay/failure-numbers';
export { createReplays } from './replay/replay-failure';
export { type CiRule, ciRules, createCiIdentities } from './tokens/ci-identities';
export { type ReleaseTokens, createReleaseTokens } from './tokens/release-tokens';
export { type ReadUses, createUsesReader, usesOfRelease } from './uses/uses-of-release';
export { type ReleaseControl, createReleaseControl } from './release-control';
