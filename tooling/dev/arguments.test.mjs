import { readDevArguments } from './arguments.mjs';

it('serves everything as built over HTTPS with --https', () => {
  expect(readDevArguments(['--https'])).toEqual({ names: [], versions: [], https: true });
});

it.each([[['--https', 'mf-events']], [['--https', '--shell', 'https://manabiba.example']]])(
  'refuses %j, because development servers are not reached over HTTPS',
  (words) => {
    expect(() => readDevArguments(words)).toThrow(
      '--https serves the shell and the remotes as built: name no remote and no --shell beside it.',
    );
  },
);

it('takes remotes from source without --https', () => {
  expect(readDevArguments(['mf-events'])).toEqual({ names: ['mf-events'], versions: [] });
});
