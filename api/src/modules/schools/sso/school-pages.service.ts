import type { setSignInPage } from '@manabiba/shared/contract/staff-schools';
import type * as z from 'zod/mini';

import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/database/db';
import { inTransaction } from '../../../platform/database/transaction';
import { isPublicHttpsUrl } from '../../../platform/security/public-address';
import { decryptText, deriveKey, encryptText } from '../../../platform/security/text-encryption';
import type { SchoolsRepository } from '../schools.repository';
import type { LogAction } from '../schools.service';
import { type SchoolProvider, type SignInPage, SignInPageError } from './school-provider';

interface SchoolPagesDeps {
  db: Db;
  schools: SchoolsRepository;
  provider: Pick<SchoolProvider, 'check'>;
  log: LogAction;
  clock: Clock;
  secret: string;
  /** In production a page is https on the internet, and a secret is not one made for development. */
  isProduction: boolean;
  /** How secrets that were made for development begin. */
  developmentPrefix: string;
}

/** The page of a school that pupils can use. */
export interface SchoolPage extends SignInPage {
  schoolId: string;
  schoolCode: string;
  /** The claim that contains the student code. */
  claim: string;
}

type NewPage = NonNullable<z.output<(typeof setSignInPage)['body']>['page']>;

const keyOf = (secret: string) => deriveKey(secret, 'client secrets of schools');

/** Encrypts the secret of a client as it is stored. */
export const encryptClientSecret = (secret: string, clientSecret: string) => encryptText(keyOf(secret), clientSecret);

export type SchoolPagesService = ReturnType<typeof createSchoolPagesService>;

/** The sign-in pages of schools. The secret of the client is stored encrypted and is returned to nobody. */
export function createSchoolPagesService(deps: SchoolPagesDeps) {
  const { db, schools, provider, log, clock, secret, isProduction, developmentPrefix } = deps;
  const key = keyOf(secret);

  async function findById(id: string): Promise<SchoolPage | undefined> {
    const row = await schools.findSignInPage(id);
    if (!row?.active || !row.sso_issuer || !row.sso_client_id || !row.sso_client_secret || !row.sso_claim)
      return undefined;
    return {
      schoolId: row.id,
      schoolCode: row.code.toUpperCase(),
      issuer: row.sso_issuer,
      clientId: row.sso_client_id,
      clientSecret: decryptText(key, row.sso_client_secret),
      claim: row.sso_claim,
    };
  }

  /** Refuses what production must not use. Throws `invalid`. */
  function requireSafe({ issuer }: NewPage, clientSecret: string): void {
    if (!isProduction) return;
    const fields: Record<string, string> = {};
    if (!isPublicHttpsUrl(new URL(issuer)))
      fields['page.issuer'] = 'https:// から始まる、インターネットのURLを入力してください。';
    if (clientSecret.startsWith(developmentPrefix)) fields['page.clientSecret'] = '開発用のシークレットは使えません。';
    if (Object.keys(fields).length > 0) throw new AppError('invalid', { fields });
  }

  /** Asks the page for its configuration, so that a wrong URL is reported at once. Throws `invalid`. */
  async function requireAnswer(page: SignInPage): Promise<void> {
    try {
      await provider.check(page);
    } catch (error) {
      if (!(error instanceof SignInPageError)) throw error;
      throw new AppError('invalid', {
        fields: { 'page.issuer': 'このURLから設定を読み取れません。URLをご確認ください。' },
      });
    }
  }

  return {
    findById,

    /** Returns the page of the school with this code, in the form in which codes are compared. */
    async findByCode(code: string): Promise<SchoolPage | undefined> {
      const found = await schools.findByCode(code);
      return found && findById(found.id);
    },

    /** Sets or removes the page of a school. Throws `not_found`, and `invalid` for one that does not answer. */
    async set(who: string, id: string, page: NewPage | null): Promise<void> {
      const before = await schools.findSignInPage(id);
      if (!before) throw new AppError('not_found');
      let clientSecret = page?.clientSecret;
      // The former secret belongs to the former page: it is not sent to another one.
      const keepsSecret = page?.issuer === before.sso_issuer && page?.clientId === before.sso_client_id;
      if (clientSecret === undefined && keepsSecret && before.sso_client_secret)
        clientSecret = decryptText(key, before.sso_client_secret);
      if (page && clientSecret === undefined)
        throw new AppError('invalid', {
          fields: { 'page.clientSecret': 'クライアントシークレットを入力してください。' },
        });
      if (page && clientSecret !== undefined) {
        requireSafe(page, clientSecret);
        await requireAnswer({ ...page, clientSecret });
      }
      await inTransaction(db, async (trx) => {
        await schools.setSignInPage(
          trx,
          id,
          page && clientSecret !== undefined
            ? { ...page, clientSecret: encryptClientSecret(secret, clientSecret) }
            : null,
        );
        await log(trx, {
          at: clock.now(),
          who,
          action: page ? 'set-sign-in-page' : 'remove-sign-in-page',
          subjectId: id,
          detail: page ? `${page.issuer} (${page.clientId}, ${page.claim})` : '',
        });
      });
    },
  };
}
