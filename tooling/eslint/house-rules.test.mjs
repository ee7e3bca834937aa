import { inRoot } from '../root.mjs';
import { houseRules } from './house-rules.mjs';

/** Returns the reports of a rule for a file, which does not need to exist. */
function complaintsOf(rule, path) {
  const complaints = [];
  const { Program } = houseRules.rules[rule].create({
    filename: inRoot(path),
    report: ({ message }) => complaints.push(message),
  });
  Program({ body: [] });
  return complaints;
}

describe('small-folders', () => {
  it('rejects a folder with more than 16 source files, once, at its first file', () => {
    expect(complaintsOf('small-folders', 'node_modules/zod/v4/locales/ar.d.cts')).toEqual([]);
    expect(complaintsOf('small-folders', 'node_modules/zod/v4/locales/ar.js')).toEqual([]);
    expect(complaintsOf('small-folders', 'node_modules/zod/v4/locales/ar.cjs')).toEqual([
      expect.stringMatching(/^\d+ source files in node_modules\/zod\/v4\/locales; at most 16/),
    ]);
  });

  it('ignores folders that are flat on purpose, and those of tests', () => {
    expect(complaintsOf('small-folders', 'shared/src/ui/after-paint.ts')).toEqual([]);
    expect(complaintsOf('small-folders', 'e2e/specs/accessibility.spec.ts')).toEqual([]);
  });
});
