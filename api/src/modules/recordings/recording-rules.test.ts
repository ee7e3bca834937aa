import fc from 'fast-check';

import {
  changesOf,
  compositionOf,
  mayRecord,
  momentInRecording,
  type PublishedTrack,
  timeInRecording,
  type TrackOwner,
} from './recording-rules';

const owner: fc.Arbitrary<TrackOwner | null> = fc.option(
  fc.record({
    userId: fc.constantFrom('hana', 'ken'),
    birthDate: fc.option(fc.constant('1990-04-02'), { nil: null }),
    isMinor: fc.boolean(),
    hasConsented: fc.boolean(),
  }),
  { nil: null },
);
const sid = fc.integer({ min: 1, max: 12 }).map((number) => `TR_${number}`);
const tracks = fc.uniqueArray(
  fc.record({ sid, kind: fc.constantFrom('voice', 'camera', 'screen'), owner }) as fc.Arbitrary<PublishedTrack>,
  { selector: (track) => track.sid },
);
const running = fc.uniqueArray(
  sid.map((trackSid) => ({ trackSid, egressId: `EG_${trackSid}` })),
  { selector: ({ trackSid }) => trackSid },
);

it('records exactly the tracks of adults who have agreed, and nothing while recording is off', () => {
  fc.assert(
    fc.property(fc.boolean(), tracks, running, (isRecording, published, before) => {
      const { start, stop } = changesOf(isRecording, published, before);
      const stopped = new Set(stop.map(({ trackSid }) => trackSid));
      const after = [...before.map(({ trackSid }) => trackSid), ...start.map((track) => track.sid)].filter(
        (name) => !stopped.has(name),
      );
      const allowed = published.filter((track) => isRecording && mayRecord(track.owner)).map((track) => track.sid);
      expect(after.sort()).toEqual(allowed.sort());
    }),
  );
});

it.each([
  ['a visitor, whose age is not known', { birthDate: null }],
  ['a minor, even with consent', { isMinor: true }],
  ['somebody who has not agreed', { hasConsented: false }],
])('never records %s', (_who, changes) => {
  const adult = { userId: 'hana', birthDate: '1990-04-02', isMinor: false, hasConsented: true };
  expect(mayRecord(adult)).toBe(true);
  expect(mayRecord({ ...adult, ...changes })).toBe(false);
});

const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1000);
const aTrack = (from: number, until: number | null) => ({
  userId: 'hana',
  kind: 'voice' as const,
  file: `file${from}`,
  startedAt: at(from),
  endedAt: until === null ? null : at(until),
});
const options = { hostId: 'hana', fileOf: (file: string) => `/recordings/${file}` };

it('leaves out the time in which nothing was recorded', () => {
  const spans = [
    { startedAt: at(100), endedAt: at(160) },
    { startedAt: at(0), endedAt: at(30) },
  ];
  const composed = compositionOf([aTrack(5, 29), aTrack(110, 150)], spans, options);
  expect(composed).toMatchObject({ from: 0, until: 90 });
  expect(composed?.tracks.map(({ file, from, until }) => [file, from, until])).toEqual([
    ['/recordings/file5', 5, 29],
    ['/recordings/file110', 40, 80],
  ]);
});

it('takes the file of a killed media server to the end of its span', () => {
  const composed = compositionOf([aTrack(5, null)], [{ startedAt: at(0), endedAt: at(30) }], options);
  expect(composed?.tracks[0]).toMatchObject({ from: 5, until: 30 });
});

it('is nothing when nobody was recorded', () => {
  expect(compositionOf([], [{ startedAt: at(0), endedAt: at(30) }], options)).toBeNull();
});

it('never places a track outside the video', () => {
  const spans = fc
    .array(fc.integer({ min: 1, max: 50 }), { minLength: 2, maxLength: 8 })
    .map((steps) => steps.map((_step, index) => steps.slice(0, index + 1).reduce((a, b) => a + b, 0)))
    .map((edges) =>
      edges.flatMap((edge, index) =>
        index % 2 === 1 ? [{ startedAt: at(edges[index - 1] as number), endedAt: at(edge) }] : [],
      ),
    );
  const stored = fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: 400 }), fc.option(fc.integer({ min: 1, max: 100 }), { nil: null }))
      .map(([from, length]) => aTrack(from, length === null ? null : from + length)),
  );
  fc.assert(
    fc.property(spans, stored, (given, all) => {
      const composed = compositionOf(all, given, options);
      for (const { from, until } of composed?.tracks ?? []) {
        expect(from).toBeGreaterThanOrEqual(0);
        expect(until).toBeGreaterThan(from);
        expect(until).toBeLessThanOrEqual((composed?.until ?? 0) + 1e-9);
      }
    }),
  );
});

it('returns when a time of the recording was, whatever was left out of it', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 10, 23, 3) + seconds * 1000);
  const spans = [
    { startedAt: at(0), endedAt: at(60) },
    { startedAt: at(100), endedAt: at(160) },
  ];
  expect([0, 59.5, 60, 90, 500].map((seconds) => momentInRecording(seconds, spans))).toEqual([
    at(0),
    at(59.5),
    at(100),
    at(130),
    at(160),
  ]);
  const line = { startedAt: momentInRecording(63, spans), endedAt: momentInRecording(66, spans) };
  expect(timeInRecording(line, spans)).toEqual({ start: 63, end: 66 });
});
