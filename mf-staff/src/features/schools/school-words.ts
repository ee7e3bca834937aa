import type { School, SchoolPolicy } from '@manabiba/shared/contract/staff-schools';

/** How pupils sign in. */
export const ssoWords: Readonly<Record<School['sso'], string>> = {
  none: '生徒コード',
  oidc: '学校のページ(OIDC)',
  saml: '学校のページ(SAML)',
};

/** What pupils may do, in a few words. */
export function wordsOfPolicy({ canCreate, canSpeak, classmatesOnly }: SchoolPolicy): string {
  const allowed = [...(canCreate ? ['作成'] : []), ...(canSpeak ? ['発言'] : [])].join('と');
  return [...(classmatesOnly ? ['同じ学校の人とだけ'] : []), allowed === '' ? '見るだけ' : `${allowed}を許可`].join(
    '、',
  );
}

/** The label of codes; some were made without one. */
export const wordOfLabel = (label: string) => (label === '' ? '(名前なし)' : label);

export const pathOfSchool = (id: string) => `/staff/schools/${encodeURIComponent(id)}`;
