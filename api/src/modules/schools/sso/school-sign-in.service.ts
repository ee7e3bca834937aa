import { randomBytes } from 'node:crypto';

import { schoolCodes } from '@manabiba/shared/contract/school-codes';
import type { finishSchoolSignIn } from '@manabiba/shared/contract/school-sign-in';
import { millisecondsInMinute } from 'date-fns/constants';
import * as z from 'zod/mini';

import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Limiter } from '../../../platform/security/limiter';
import { deriveKey, keyedDigest } from '../../../platform/security/text-encryption';
import type { UsersService } from '../../users/users.service';
import type { SchoolPagesService } from './school-pages.service';
import { type Checks, type SchoolProvider, SignInPageError } from './school-provider';
import { createSignedTokens } from './signed-token';
import type { SsoTokensService } from './sso-tokens.service';

/** How long a pupil may stay on the page of the school, in milliseconds. */
const STAY_MS = 10 * millisecondsInMinute;
const KEY_BYTES = 32;

interface SchoolSignInDeps {
  pages: SchoolPagesService;
  provider: Pick<SchoolProvider, 'urlOf' | 'claimOf'>;
  users: Pick<UsersService, 'credentialByStudentCode'>;
  tokens: Pick<SsoTokensService, 'make'>;
  limiter: Limiter;
  clock: Clock;
  secret: string;
  limits: { signInsPerMinute: number };
  /** Records why a page failed; the pupil only learns that it did. */
  onTrouble: (error: unknown) => void;
}

type PageAnswer = z.output<(typeof finishSchoolSignIn)['body']>;

export type SchoolSignInService = ReturnType<typeof createSchoolSignInService>;

/**
 * The way of a pupil to the page of the school and back. Nothing of a sign-in is stored: the state is signed over a key
 * that only the browser has, and nonce and PKCE verifier follow from both. The answer works in that browser, once.
 */
export function createSchoolSignInService(deps: SchoolSignInDeps) {
  const { pages, provider, users, tokens, limiter, clock, secret, limits, onTrouble } = deps;
  const key = deriveKey(secret, 'sign-in pages of schools');
  const states = createSignedTokens({ key, purpose: 'school-sign-in', lifeMs: STAY_MS, limiter, clock });

  const checksOf = (state: string, random: string, browserKey: string): Checks => ({
    state,
    nonce: keyedDigest(key, ['nonce', random, browserKey].join('\n')),
    verifier: keyedDigest(key, ['verifier', random, browserKey].join('\n')),
  });

  const count = (address: string) =>
    limiter.consume(`sign-in:${address}`, { max: limits.signInsPerMinute, windowSeconds: 60 });

  /** Says what a pupil can do about a page that failed. */
  function refusalOf(error: unknown): unknown {
    if (!(error instanceof SignInPageError)) return error;
    onTrouble(error);
    switch (error.trouble) {
      case 'stale':
        return new AppError('link_expired', { sentence: EXPIRED });
      case 'forged':
        return new AppError('invalid_credentials', {
          sentence: '学校のページからの返事を確認できませんでした。もう一度お試しください。',
        });
      case 'clock':
        return new AppError('unavailable', {
          sentence: '学校のページの時計がずれているため、ログインできません。学校にお知らせください。',
        });
      case 'down':
        return unreachable();
    }
  }

  return {
    /** Begins a sign-in. Throws `not_found` for a school without a page and `unavailable` when the page is down. */
    async start(schoolCode: string, address: string): Promise<{ url: string; browserKey: string }> {
      await count(address);
      const page = await pages.findByCode(schoolCode);
      if (!page)
        throw new AppError('not_found', {
          sentence: 'この学校コードの学校には、ログインのページがありません。学校コードをご確認ください。',
        });
      const browserKey = randomBytes(KEY_BYTES).toString('base64url');
      const state = states.make(page.schoolId, browserKey);
      const read = states.read(state, browserKey);
      if (!read) throw new Error('A new state cannot be read');
      try {
        const checks = checksOf(state, read.random, browserKey);
        return { url: await provider.urlOf(page, checks, page.claim !== 'sub'), browserKey };
      } catch (error) {
        if (!(error instanceof SignInPageError)) throw error;
        onTrouble(error);
        throw unreachable();
      }
    },

    /**
     * Takes the answer of the page. Throws `link_expired` for one of another browser, a former one or one that is too
     * late, `invalid_credentials` for a forged one or when the pupil has refused, `not_found` for a pupil who has no
     * account here, and `unavailable` when the page is down or its clock is wrong.
     */
    async finish({ state, browserKey, code, error, iss }: PageAnswer, address: string): Promise<{ ssoToken: string }> {
      await count(address);
      const read = states.read(state, browserKey);
      if (!read || !(await states.use(state))) throw new AppError('link_expired', { sentence: EXPIRED });
      if (error !== undefined) throw refusalByPage(error);
      const page = await pages.findById(read.subject);
      if (!page || code === undefined) throw new AppError('link_expired', { sentence: EXPIRED });
      let claim: unknown;
      try {
        claim = await provider.claimOf(page, { code, iss }, checksOf(state, read.random, browserKey), page.claim);
      } catch (trouble) {
        throw refusalOf(trouble);
      }
      const studentCode = z.safeParse(schoolCodes.studentCode, typeof claim === 'number' ? String(claim) : claim);
      const pupil = studentCode.success && (await users.credentialByStudentCode(page.schoolCode, studentCode.data));
      if (!pupil)
        throw new AppError('not_found', {
          sentence:
            '学校のアカウントは確認できましたが、まなびばに登録がありません。学校から配られた登録コードで、先に新規登録をしてください。',
        });
      return { ssoToken: tokens.make(pupil.id) };
    },
  };
}

const EXPIRED = 'ログインの期限が切れたか、別の画面で始めたログインです。もう一度お試しください。';

const unreachable = () =>
  new AppError('unavailable', { sentence: '学校のページにつながりません。しばらくしてから、もう一度お試しください。' });

/** What the page answers in place of a code: the pupil refused, or something is wrong there. */
const refusalByPage = (error: string) =>
  error === 'access_denied'
    ? new AppError('invalid_credentials', { sentence: '学校のページで、ログインが取り消されました。' })
    : new AppError('unavailable', {
        sentence: '学校のページでログインできませんでした。しばらくしてから、もう一度お試しください。',
      });
