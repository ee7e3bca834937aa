import { PassThrough } from 'node:stream';

import { UserFacingError } from '../../../server/src/user-facing-error.mjs';
import { fingerprint } from '../../build/fingerprint.mjs';
import { sourcesOf } from '../../build/packages.mjs';
import { readArguments } from './arguments.mjs';
import { printLink, promote, shownToWords } from './environments.mjs';
import { evidenceOf, evidenceOfSkipping, mustBeBuiltFromHere } from './evidence.mjs';
import { describeRelease } from './release.mjs';
import { mustConfirm } from './retire.mjs';

const aBuild = (change = {}) => ({
  name: 'mf-events',
  packageVersion: '1.0.0',
  offers: { routes: [{ path: '/events', page: 'events' }], slots: ['top-events'] },
  files: { 'remote-entry.1.js': { bytes: 1, brotliBytes: 1, integrity: 'sha384-1' } },
  chunks: new Map([
    ['mf_events', ['remote-entry.1.js']],
    ['door', ['door.1.js']],
    ['page-events', ['common.1.js', 'page-events.1.css', 'page-events.1.js']],
    ['slot-top-events', ['slot-top-events.1.js']],
  ]),
  ...change,
});

describe('a release', () => {
  it('lists the files that a page and a slot need beyond the entry', () => {
    const { container, entry, preloads } = describeRelease(aBuild());
    expect({ container, entry, preloads }).toEqual({
      container: 'mf_events',
      entry: 'remote-entry.1.js',
      preloads: {
        pages: { events: ['door.1.js', 'common.1.js', 'page-events.1.css', 'page-events.1.js'] },
        slots: { 'top-events': ['door.1.js', 'slot-top-events.1.js'] },
      },
    });
  });

  it('has the same version for the same content', () => {
    expect(describeRelease(aBuild()).version).toBe(describeRelease(aBuild()).version);
    const other = { 'remote-entry.1.js': { bytes: 1, brotliBytes: 1, integrity: 'sha384-2' } };
    expect(describeRelease(aBuild({ files: other })).version).not.toBe(describeRelease(aBuild()).version);
  });

  it('names the file for the server, which is part of its version', () => {
    const serverFile = { path: 'server/remote.cjs', bytes: 1, integrity: 'sha384-3' };
    const release = describeRelease(aBuild({ serverFile }));
    expect(release.serverFile).toEqual(serverFile);
    expect(release.version).not.toBe(describeRelease(aBuild()).version);
    expect(release.version).not.toBe(
      describeRelease(aBuild({ serverFile: { ...serverFile, integrity: 'sha384-4' } })).version,
    );
  });

  it('rejects pages and slots without a chunk of their name', () => {
    const offers = { routes: [{ path: '/tickets', page: 'tickets' }], slots: [] };
    expect(() => describeRelease(aBuild({ offers }))).toThrow(
      'remote.json offers the page "tickets", but no import in src/remote.tsx has webpackChunkName: "page-tickets".',
    );
  });
});

describe('the command', () => {
  const read = (...given) => readArguments([...given, '--token', 'a-token'], {});

  it('takes one remote or all of them', async () => {
    await expect(read('mf-events')).resolves.toMatchObject({ remotes: ['mf-events'], isDryRun: false });
    const { remotes, isDryRun } = await read('--all', '--dry-run');
    expect(remotes).toEqual(expect.arrayContaining(['mf-account', 'mf-classrooms', 'mf-events', 'mf-notifications']));
    expect(isDryRun).toBe(true);
  });

  it('retires remotes that this tree no longer has', async () => {
    await expect(read('mf-polls', '--retire')).resolves.toMatchObject({
      remotes: ['mf-polls'],
      isRetirement: true,
      isConfirmed: false,
      why: 'retired by hand',
    });
  });

  it('skips the gate with a reason, and approves that of another', async () => {
    await expect(read('mf-events', '--skip-gate', '--reason', 'an outage')).resolves.toMatchObject({
      skip: { reason: 'an outage', approval: undefined },
    });
    await expect(
      read('mf-events', '--skip-gate', '--reason', 'an outage', '--approved-by', 'a-text'),
    ).resolves.toMatchObject({ skip: { reason: 'an outage', approval: 'a-text' } });
    await expect(read('mf-events', '--approve', '1.0.0-a')).resolves.toMatchObject({ approvedVersion: '1.0.0-a' });
    await expect(read('mf-events')).resolves.toMatchObject({ skip: undefined, approvedVersion: undefined });
  });

  it('takes an environment, and whom a release is for', async () => {
    await expect(read('mf-events', '--environment', 'preview')).resolves.toMatchObject({ environment: 'preview' });
    await expect(read('mf-events', '--environment', 'production')).resolves.toMatchObject({ environment: undefined });
    await expect(read('mf-events', 'mf-account', '--promote', 'preview', '--together')).resolves.toMatchObject({
      remotes: ['mf-events', 'mf-account'],
      promoted: 'preview',
    });
    await expect(read('mf-events', '--promote', 'preview', '--for', 'staff, learner')).resolves.toMatchObject({
      promoted: 'preview',
      shownTo: ['staff', 'learner'],
      why: 'promoted from preview',
    });
    await expect(read('mf-events', '--link', 'preview')).resolves.toMatchObject({ opened: 'preview' });
  });

  it.each([
    ['nothing', []],
    ['a promotion of all', ['--all', '--promote', 'preview']],
    ['several remotes that are not promoted together', ['mf-events', 'mf-account', '--promote', 'preview']],
    ['one remote together', ['mf-events', '--promote', 'preview', '--together']],
    ['builds together', ['mf-events', 'mf-account', '--together']],
    ['a promotion of another build', ['mf-events', '--promote', 'preview', '--build', 'dist']],
    ['a promotion that changes nothing', ['mf-events', '--promote', 'preview', '--dry-run']],
    ['a promotion into an environment', ['mf-events', '--promote', 'preview', '--environment', 'preview']],
    ['a promotion that prints a link', ['mf-events', '--promote', 'preview', '--link', 'preview']],
    ['a retirement in one environment', ['mf-events', '--retire', '--environment', 'preview']],
    ['a share of an environment', ['mf-events', '--environment', 'preview', '--percent', '10']],
    ['a rule in an environment', ['mf-events', '--environment', 'preview', '--for', 'staff']],
    ['a rule for a rollback', ['mf-events', '--rollback', '--for', 'staff']],
    ['a skipped gate without a reason', ['mf-events', '--skip-gate', '--reason', ' ']],
    ['a skipped gate of all', ['--all', '--skip-gate', '--reason', 'an outage']],
    ['a skipped gate that publishes nothing', ['mf-events', '--dry-run', '--skip-gate', '--reason', 'an outage']],
    ['a reason for nothing', ['mf-events', '--reason', 'an outage']],
    ['an approval for nothing', ['mf-events', '--approved-by', 'a-text']],
    ['an approval of what it releases itself', ['mf-events', '--approve', '1.0.0-a', '--skip-gate', '--reason', 'a']],
    ['two remotes', ['mf-events', 'mf-account']],
    ['all and one', ['--all', 'mf-events']],
    ['an unknown remote', ['mf-polls']],
    ['all builds from one folder', ['--all', '--build', 'dist']],
    ['all rolled back', ['--all', '--rollback']],
    ['all retired', ['--all', '--retire', '--yes']],
    ['a retirement that is a rollback', ['mf-events', '--retire', '--rollback']],
    ['a retirement that changes nothing', ['mf-events', '--retire', '--dry-run']],
    ['a rollback that changes nothing', ['mf-events', '--rollback', '--dry-run']],
    ['a share that is no percentage', ['mf-events', '--percent', '0']],
  ])('refuses %s', async (_what, given) => {
    await expect(read(...given)).rejects.toThrow(UserFacingError);
  });
});

describe('a promotion', () => {
  const author = { who: 'aoi', why: 'looked at' };
  const change = { remotes: ['mf-events'], ...author };
  const wanted = { promoted: 'preview', percent: null, isWorthReload: false, isForced: false, to: 'https://a.example' };
  const aProduct = (environments, remotes = [{ remote: 'mf-events', version: '1.0.0-a' }]) => ({
    live: jest.fn().mockResolvedValue({ environments, remotes }),
    promote: jest.fn().mockResolvedValue({ isNews: true }),
  });
  beforeEach(() => {
    jest.spyOn(console, 'log').mockImplementation(() => undefined);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('names the release that is in the environment, so that no other goes live', async () => {
    const product = aProduct([
      { environment: 'preview', remote: 'mf-account', version: '1.0.0-x' },
      { environment: 'preview', remote: 'mf-events', version: '1.0.0-b' },
    ]);
    await promote(change, wanted, product);
    expect(product.promote).toHaveBeenCalledWith(
      expect.objectContaining({
        ...author,
        remote: 'mf-events',
        environment: 'preview',
        version: '1.0.0-b',
        percent: null,
        isForced: false,
      }),
    );
    expect(product.promote.mock.calls[0][0]).not.toHaveProperty('with');
    expect(console.log).toHaveBeenCalledWith(expect.stringMatching(/^mf-events 1\.0\.0-b is live for everyone at /));
  });

  it('of several remotes is one change', async () => {
    const product = aProduct([
      { environment: 'preview', remote: 'mf-account', version: '1.0.0-x' },
      { environment: 'preview', remote: 'mf-events', version: '1.0.0-b' },
    ]);
    await promote({ ...author, remotes: ['mf-events', 'mf-account'] }, wanted, product);
    expect(product.promote).toHaveBeenCalledTimes(1);
    expect(product.promote).toHaveBeenCalledWith(
      expect.objectContaining({
        remote: 'mf-events',
        version: '1.0.0-b',
        with: [{ remote: 'mf-account', version: '1.0.0-x' }],
      }),
    );
    expect(console.log).toHaveBeenCalledWith(
      expect.stringMatching(/^mf-events 1\.0\.0-b with mf-account 1\.0\.0-x is live /),
    );
  });

  it('leaves it to the server to say why there is nothing', async () => {
    const product = aProduct([]);
    await promote(change, wanted, product);
    expect(product.promote).toHaveBeenCalledWith(expect.objectContaining({ version: '1.0.0-a' }));
    await expect(promote(change, wanted, aProduct([], []))).rejects.toThrow('There is no release of mf-events at ');
  });

  it.each([
    [{ percent: null }, 'live for everyone'],
    [{ percent: 10 }, 'shown to 10 of 100 visitors'],
    [{ percent: null, shownTo: ['learner', 'staff'] }, 'shown to learner, staff'],
    [{ percent: 10, shownTo: ['signed-in'] }, 'shown to 10 of 100 of signed-in'],
  ])('says for %j: %s', (reach, words) => {
    expect(shownToWords(reach)).toBe(words);
  });

  it('prints the link into an environment', async () => {
    await printLink('preview', { linkTo: async (environment) => ({ link: `https://a.example/${environment}` }) });
    expect(console.log).toHaveBeenCalledWith(expect.stringContaining('https://a.example/preview'));
  });
});

describe('the evidence of a release', () => {
  const aProduct = () => ({ evidence: jest.fn().mockResolvedValue({ evidence: 'signed' }) });
  const build = { remote: 'mf-events', version: '1.0.0-a' };

  it('is what the server signs for the results of the checks', async () => {
    const product = aProduct();
    const report = { types: { refusals: [] }, browser: { refusals: [] } };
    await expect(evidenceOf(product, 'handed in', report)).resolves.toBe('signed');
    expect(product.evidence).toHaveBeenCalledWith({ handIn: 'handed in', report });
  });

  it('needs an approval where the gate is skipped, and explains how to get one', async () => {
    const product = aProduct();
    const skip = { reason: 'an outage', to: 'https://manabiba.example' };
    await expect(evidenceOfSkipping(product, 'handed in', build, skip)).rejects.toThrow(
      'npm run release -- mf-events --approve 1.0.0-a --to https://manabiba.example',
    );
    expect(product.evidence).not.toHaveBeenCalled();
    await expect(evidenceOfSkipping(product, 'handed in', build, { ...skip, approval: 'a-text' })).resolves.toBe(
      'signed',
    );
    expect(product.evidence).toHaveBeenCalledWith({
      handIn: 'handed in',
      skip: { why: 'an outage', approval: 'a-text' },
    });
  });

  it('has no types of a build from other sources', async () => {
    const sources = await fingerprint(sourcesOf('mf-events'));
    await expect(mustBeBuiltFromHere({ ...build, sources })).resolves.toBeUndefined();
    for (const other of ['another digest', undefined])
      await expect(mustBeBuiltFromHere({ ...build, sources: other })).rejects.toThrow(
        'mf-events 1.0.0-a was built from other sources than those here',
      );
  });
});

describe('the confirmation of a retirement', () => {
  const confirm = (typed) => {
    const input = Object.assign(new PassThrough(), { isTTY: typed !== undefined });
    input.end(`${typed}\n`);
    return mustConfirm('mf-polls', 'https://manabiba.example', { input, output: new PassThrough() });
  };

  it('takes the name of the remote', async () => {
    await expect(confirm('mf-polls')).resolves.toBeUndefined();
  });

  it.each([
    ['another name', 'mf-events', 'mf-polls stays as it is.'],
    ['nothing', '', 'mf-polls stays as it is.'],
    ['a script that types nothing', undefined, 'Retiring mf-polls needs --yes where nobody can type its name.'],
  ])('refuses %s', async (_what, typed, sentence) => {
    await expect(confirm(typed)).rejects.toThrow(sentence);
  });
});
