import { readDevArguments } from './arguments.mjs';

it('serves all packages as built over HTTPS with --https', () => {
  expect(readDevArguments(['--https'])).toEqual({ names: [], versions: [], https: true });
});

it.each([[['--https', 'mf-events']], [['--https', '--shell', 'https://manabiba.example']]])(
  'rejects %j, because development servers are not reachable over HTTPS',
  (words) => {
    expect(() => readDevArguments(words)).toThrow(
      '--https serves the shell and the remotes as built: do not combine it with a remote or --shell.',
    );
  },
);

it('accepts remotes from source without --https', () => {
  expect(readDevArguments(['mf-events'])).toEqual({ names: ['mf-events'], versions: [] });
});
