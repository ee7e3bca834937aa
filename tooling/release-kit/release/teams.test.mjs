import { UserFacingError } from '../../../server/src/user-facing-error.mjs';
import { lineOf, readTeamsArguments } from './teams.mjs';

describe('the teams command', () => {
  it('reads who gets a token for which remote', () => {
    expect(
      readTeamsArguments(['add', 'aoi@example.jp', '--remote', 'mf-events', '--days', '7'], { PORT: '3100' }),
    ).toEqual({
      deed: 'add',
      whom: 'aoi@example.jp',
      remote: 'mf-events',
      days: 7,
      to: 'http://localhost:3100',
      token: undefined,
    });
    expect(readTeamsArguments(['add', 'ren@example.jp', '--all-remotes'], {})).toMatchObject({
      remote: null,
      days: 90,
    });
  });

  it.each([
    ['nothing', []],
    ['an unknown deed', ['show']],
    ['a token for nobody', ['add', '--all-remotes']],
    ['a token for no remote', ['add', 'aoi@example.jp']],
    ['a token for one remote and all', ['add', 'aoi@example.jp', '--remote', 'mf-events', '--all-remotes']],
    ['a revocation of nothing', ['revoke']],
    ['two revocations', ['revoke', 'a', 'b']],
    ['a list of one remote', ['list', '--remote', 'mf-events']],
    ['a token for ever', ['add', 'aoi@example.jp', '--all-remotes', '--days', '367']],
    ['an unknown option', ['list', '--secret']],
  ])('refuses %s', (_what, given) => {
    expect(() => readTeamsArguments(given, {})).toThrow(UserFacingError);
  });

  it.each([
    ['valid', {}, 'until 2026-12-01  last used 2026-11-20'],
    ['expired', { expiresAt: '2026-11-24T00:00:00Z' }, 'expired 2026-11-24  last used'],
    [
      'revoked',
      { revokedAt: '2026-11-23T00:00:00Z', revokedBy: 'ren (operator)' },
      'revoked 2026-11-23 by ren (operator)',
    ],
    ['unused', { lastUsedAt: null }, 'until 2026-12-01  never used'],
    ['for everything', { remote: null }, 'aoi@example.jp  all remotes'],
  ])('lists a token that is %s', (_what, change, words) => {
    const token = {
      id: 'an-id',
      remote: 'mf-events',
      person: 'aoi@example.jp',
      createdBy: 'ren (operator)',
      expiresAt: '2026-12-01T00:00:00Z',
      lastUsedAt: '2026-11-20T00:00:00Z',
      revokedAt: null,
      revokedBy: null,
      ...change,
    };
    expect(lineOf(token, new Date('2026-11-25T00:00:00Z'))).toContain(words);
  });
});
