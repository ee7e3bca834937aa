/** @jest-environment node */
import { identityStatus } from './identity';

const setUp = (changes: Partial<Parameters<typeof identityStatus>[0]>) =>
  identityStatus({ state: 'active', isStudentAge: false, isProfessional: false, isPartnerSchoolStudent: false, ...changes });

it.each([
  ['an adult needs no documents', {}, '手続き不要', false],
  ['a student is checked', { isStudentAge: true }, '確認済み', false],
  ['a professional is checked', { isProfessional: true }, '確認済み', false],
  ['a pupil is vouched for by the school', { isPartnerSchoolStudent: true, isStudentAge: true }, '確認済み', false],
  ['somebody new confirms their e-mail first', { state: 'email_unverified' }, '未確認', true],
  ['a student owes documents', { state: 'documents_required', isStudentAge: true }, '書類が必要です', true],
  ['documents are being looked at', { state: 'under_review', isStudentAge: true }, '確認中', false],
  ['documents are asked for again', { state: 'need_resubmit', isStudentAge: true }, '再提出をお待ちしています', true],
  ['an account is suspended', { state: 'suspended' }, 'ご利用停止中', false],
] as const)('%s', (_case, changes, word, waitsForThem) => {
  const status = setUp(changes);
  expect(status.word).toBe(word);
  expect(Boolean(status.next)).toBe(waitsForThem);
});
