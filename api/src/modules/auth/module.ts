import { foldCode } from '@manabiba/shared/contract/fold-code';
import type { FastifyInstance } from 'fastify';

import type { Env } from '../../env';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import type { Mailer } from '../../platform/mail/mailer';
import { createEmbeddedIssuer, EMBEDDED_PROJECT } from '../../platform/security/embedded-issuer';
import { createIdentityProvider, firebaseKeys, type IdentityProvider } from '../../platform/security/identity-provider';
import type { Limiter } from '../../platform/security/limiter';
import type { AccountLinksService } from '../account-links/account-links.service';
import type { AccountMailsService } from '../account-links/account-mails.service';
import { createAccountLinks } from '../account-links/module';
import type { MailsService } from '../mails/mails.service';
import { createSsoTokensService } from '../schools/sso/sso-tokens.service';
import type { SessionsService } from '../sessions/sessions.service';
import type { UsersService } from '../users/users.service';
import { type ApiKeyRecordsService, createApiKeyRecordsService } from './api-keys/api-key-records.service';
import { createApiKeysRepository } from './api-keys/api-keys.repository';
import { apiKeysRoutes } from './api-keys/api-keys.routes';
import { createApiKeysService } from './api-keys/api-keys.service';
import { authRoutes, recoveryRoutes, signUpRoutes } from './auth.routes';
import { createAuthService } from './auth.service';
import { failuresAnywhere, nameOfPupil } from './digest';
import { embeddedIdentityRoutes } from './embedded-identity.routes';
import { createOwnerCheckService, type OwnerCheckService } from './owner-check.service';
import { createChallengesService } from './passkeys/challenges.service';
import { createPasskeyRecordsService, type PasskeyRecordsService } from './passkeys/passkey-records.service';
import { createPasskeySignInService } from './passkeys/passkey-sign-in.service';
import { createPasskeysRepository } from './passkeys/passkeys.repository';
import { passkeysRoutes } from './passkeys/passkeys.routes';
import { createPasskeysService } from './passkeys/passkeys.service';
import { relyingPartyOf } from './passkeys/relying-party';
import { createPasswordCheckService, type PasswordCheckService } from './password-check.service';
import { createPasswords } from './passwords';
import { createProviderService } from './provider.service';
import { createRecoveryService } from './recovery.service';
import { addSecondFactor, createSecondFactorRecords } from './second-factor/module';
import type { LogStaffAction } from './second-factor/second-factor.service';
import { createSignUpRepository } from './sign-up.repository';
import { createSignUpService } from './sign-up.service';

interface AuthDeps {
  db: Db;
  env: Env;
  clock: Clock;
  limiter: Limiter;
  mailer: Mailer;
  mails: MailsService;
  sessions: SessionsService;
  users: UsersService;
  links: AccountLinksService;
  accountMails: AccountMailsService;
  /** Writes what a member of the staff does into the audit log. */
  log: LogStaffAction;
}

/** What changes of an account need of how its user signs in. */
interface Credentials {
  owners: OwnerCheckService;
  passwordCheck: PasswordCheckService;
  passkeys: PasskeyRecordsService;
  apiKeys: ApiKeyRecordsService;
}

/** Registers API keys, sign-up, sign-in by password, passkey, identity provider and school, and password reset. */
export function addAuthModules(app: FastifyInstance, deps: AuthDeps): Credentials {
  const { db, env, clock, limiter, mailer, mails, sessions, users } = deps;
  const passwords = createPasswords();
  const passwordCheck = createPasswordCheckService({ users, passwords, limiter });
  const owners = createOwnerCheckService({ passwords: passwordCheck, sessions, clock });
  const passkeys = addPasskeys(app, deps, owners);
  const keys = createApiKeysRepository(db);
  apiKeysRoutes(app, createApiKeysService({ ...deps, keys, owners }));
  const apiKeys = createApiKeyRecordsService(keys, clock);
  const { secondFactors, secondFactorCheck } = addSecondFactor(app, { ...deps, owners });
  const limits = env.rateLimits;
  const tools = { ...deps, passwords, passkeys, apiKeys, secondFactors, secondFactorCheck, limits };
  const provider = createProviderService({ ...tools, identityProvider: chooseIdentityProvider(app, env, clock) });
  const recovery = createRecoveryService(tools);
  mailer.composeWith(mails.composer(recovery.findReset));
  const ssoTokens = createSsoTokensService({ secret: env.sessionSecret, limiter, clock });
  authRoutes(app, createAuthService({ ...tools, ssoTokens }), sessions);
  signUpRoutes(app, createSignUpService({ ...tools, provider, invites: createSignUpRepository() }), provider);
  recoveryRoutes(app, recovery);
  return { owners, passwordCheck, passkeys, apiKeys };
}

function addPasskeys(app: FastifyInstance, deps: AuthDeps, owners: OwnerCheckService): PasskeyRecordsService {
  const { db, env, clock } = deps;
  const passkeys = createPasskeysRepository(db);
  const challenges = createChallengesService({ passkeys, clock });
  const tools = { ...deps, passkeys, challenges, party: relyingPartyOf(env.publicUrl) };
  passkeysRoutes(
    app,
    createPasskeysService({ ...tools, owners }),
    createPasskeySignInService({ ...tools, limits: env.rateLimits }),
  );
  return createPasskeyRecordsService(passkeys);
}

/** Returns the configured Firebase project, or, outside production, an embedded issuer behind the same checks. */
function chooseIdentityProvider(app: FastifyInstance, env: Env, clock: Clock): IdentityProvider | null {
  if (env.firebaseProjectId !== '')
    return createIdentityProvider({ projectId: env.firebaseProjectId, keys: firebaseKeys(), clock });
  if (env.isProduction) return null;
  const issuer = createEmbeddedIssuer({ clock });
  embeddedIdentityRoutes(app, issuer);
  return createIdentityProvider({ projectId: EMBEDDED_PROJECT, keys: issuer.keys, clock });
}

/** Creates what resets the sign-in of a school's pupil. */
export function createPupilCredentials(deps: Pick<AuthDeps, 'db' | 'clock' | 'limiter' | 'mails'>) {
  const { db, limiter, mails } = deps;
  const { links } = createAccountLinks(deps);
  return {
    endSecretLinks: links.endSecretLinks,
    secondFactors: createSecondFactorRecords({ db, mails }),
    passkeys: createPasskeyRecordsService(createPasskeysRepository(db)),
    passwords: createPasswords(),
    forgiveFailures: (trx: Trx, pupil: { schoolCode: string; studentCode: string }) =>
      limiter.reset(failuresAnywhere(nameOfPupil(foldCode(pupil.schoolCode), pupil.studentCode)), trx),
  };
}
