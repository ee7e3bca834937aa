import { facadeChange, versionRefusal } from './facade-version.mjs';

const REPORT = `The facade: every name.

function usePoll(id: string, options: PollOptions): Poll

export interface RemoteDoor {
    pages: Pages;
}

const paths: {
    polls: string;
}

── Types that these name ──

interface Pages {
    name: string;
}

interface Poll {
    state: 'open' | 'closed';
    title: string;
}

interface PollOptions {
    isQuiet?: boolean;
}
`;

it.each([
  ['nothing has changed', '', '', 'none', []],
  ['a function is added', 'const paths', 'function useVote(): void\n\nconst paths', 'minor', ['useVote']],
  [
    'a member is added to what the shell gives',
    '    title: string;',
    '    title: string;\n    votes: number;',
    'minor',
    ['Poll'],
  ],
  [
    'a member of an object is added',
    '    polls: string;',
    '    polls: string;\n    votes: string;',
    'minor',
    ['paths'],
  ],
  ['a value is added to a list of values', "'open' | 'closed'", "'draft' | 'open' | 'closed'", 'minor', ['Poll']],
  ['an optional option is added', '    isQuiet?', '    isLoud?: boolean;\n    isQuiet?', 'minor', ['PollOptions']],
  ['a required option is added', '    isQuiet?', '    isLoud: boolean;\n    isQuiet?', 'major', ['PollOptions']],
  ['remotes have to give more', '    name: string;', '    name: string;\n    title: string;', 'major', ['Pages']],
  ['a value is removed', "'open' | 'closed'", "'open'", 'major', ['Poll']],
  ['a member is removed', '    title: string;\n', '', 'major', ['Poll']],
  ['a parameter has changed', 'id: string', 'id: number', 'major', ['usePoll']],
  ['a name is removed', 'const paths: {\n    polls: string;\n}\n\n', '', 'major', ['paths']],
])('when %s', (_what, from, to, bump, names) => {
  expect(REPORT).toContain(from);
  expect(facadeChange(REPORT, REPORT.replace(from, to))).toEqual({ bump, names });
});

it('reports the major change when something is added as well', () => {
  const current = REPORT.replace('id: string', 'id: number').replace('    title', '    about: string;\n    title');
  expect(facadeChange(REPORT, current)).toEqual({ bump: 'major', names: ['usePoll'] });
});

describe('the version', () => {
  const published = { version: '1.6.2', report: REPORT };
  const added = REPORT.replace('const paths', 'function useVote(): void\n\nconst paths');
  const changed = REPORT.replace('id: string', 'id: number');

  it.each([
    ['the same facade', REPORT, '1.6.2'],
    ['an addition with a higher minor version', added, '1.7.0'],
    ['an addition with a higher major version', added, '2.0.0'],
    ['a change with a higher major version', changed, '2.0.0'],
  ])('may be that of %s', (_what, report, version) => {
    expect(versionRefusal(published, { version, report })).toBeUndefined();
  });

  it('is refused for an addition without a higher minor version', () => {
    expect(versionRefusal(published, { version: '1.6.3', report: added })).toBe(
      'The facade has added useVote since its version 1.6.2: shared/package.json needs the version 1.7.0, not 1.6.3, and shared/CHANGELOG.md an entry.',
    );
  });

  it('is refused for a change without a higher major version', () => {
    expect(versionRefusal(published, { version: '1.9.0', report: changed })).toBe(
      'The facade has removed or changed usePoll since its version 1.6.2: shared/package.json needs the version 2.0.0, not 1.9.0, and shared/CHANGELOG.md an entry.',
    );
  });
});
