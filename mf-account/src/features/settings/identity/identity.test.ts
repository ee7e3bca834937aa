/** @jest-environment node */
import { documentKinds, identityStatus, owesDocuments } from './identity';

const setUp = (changes: Partial<Parameters<typeof identityStatus>[0]>) =>
  identityStatus({
    state: 'active',
    isStudentAge: false,
    isProfessional: false,
    isPartnerSchoolStudent: false,
    ...changes,
  });

it.each([
  ['an adult needs no documents', {}, '手続き不要', false],
  ['a student is verified', { isStudentAge: true }, '確認済み', false],
  ['a professional is verified', { isProfessional: true }, '確認済み', false],
  ['a pupil is vouched for by the school', { isPartnerSchoolStudent: true, isStudentAge: true }, '確認済み', false],
  ['a new adult only confirms the e-mail address', { state: 'email_unverified' }, '手続き不要', false],
  [
    'a new student confirms the e-mail address first',
    { state: 'email_unverified', isStudentAge: true },
    '未確認',
    false,
  ],
  ['a student owes documents', { state: 'documents_required', isStudentAge: true }, '書類が必要です', true],
  ['documents are under review', { state: 'under_review', isStudentAge: true }, '確認中', false],
  ['documents are requested again', { state: 'need_resubmit', isStudentAge: true }, '再提出をお待ちしています', true],
  ['an account is suspended', { state: 'suspended' }, 'ご利用停止中', false],
] as const)('%s', (_case, changes, word, owes) => {
  expect(setUp(changes).word).toBe(word);
  expect(owesDocuments({ state: 'active', ...changes })).toBe(owes);
});

it('lists what requires verification for professionals and what does not for students', () => {
  expect(setUp({ state: 'under_review', isProfessional: true }).sentence).toContain('プロフェッショナルの一覧');
  expect(setUp({ state: 'under_review', isStudentAge: true }).sentence).toContain('すべての機能');
  expect(documentKinds({ isStudentAge: true })).toContain('学生証');
  expect(documentKinds({ isStudentAge: false })).not.toContain('学生証');
});
