import fc from 'fast-check';

import { type Composition, cut, type RecordedTrack, scenesOf, type Speech, without } from './composition';

const people = ['hana', 'ken', 'aoi'];
const person = fc.constantFrom(...people);
/** Seconds whose sums are exact: two times are equal or differ by something that can be seen. */
const time = fc.integer({ min: 0, max: 480 }).map((eighths) => eighths / 8);
const span = fc.tuple(time, time).map(([a, b]) => ({ from: Math.min(a, b), until: Math.max(a, b) + 1 / 8 }));
const track = fc
  .tuple(fc.constantFrom('voice', 'camera', 'screen'), person, span)
  .map(([kind, personId, times]): RecordedTrack => ({ file: 'file', kind, personId, ...times }));
const speech = fc.tuple(person, span).map(([personId, times]): Speech => ({ personId, ...times }));
const composition = fc
  .record({
    tracks: fc.array(track, { maxLength: 12 }),
    speeches: fc.array(speech, { maxLength: 12 }),
    hostId: person,
    removals: fc.array(speech, { maxLength: 6 }),
    kept: span,
  })
  .map(({ kept, ...rest }): Composition => ({ ...rest, ...kept }));

const isOn = ({ from, until }: { from: number; until: number }, at: number) => from <= at && at < until;
const middle = ({ from, until }: { from: number; until: number }) => (from + until) / 2;
const aTrack = (changes: Partial<RecordedTrack>): RecordedTrack => ({
  file: 'file',
  kind: 'camera',
  personId: 'hana',
  from: 0,
  until: 60,
  ...changes,
});
const aComposition = (changes: Partial<Composition>): Composition => ({
  tracks: [],
  speeches: [],
  hostId: 'hana',
  from: 0,
  until: 60,
  ...changes,
});

describe('the cut', () => {
  it('keeps exactly what is inside, at the same distances', () => {
    fc.assert(
      fc.property(composition, (whole) => {
        const kept = cut(whole);
        const inside = whole.tracks.filter(({ from, until }) => until > whole.from && from < whole.until);
        expect(kept.from).toBe(0);
        expect(kept.until).toBeCloseTo(whole.until - whole.from, 6);
        expect(kept.tracks).toHaveLength(inside.length);
        kept.tracks.forEach((one, index) => {
          expect(one.from).toBeCloseTo((inside[index] as RecordedTrack).from - whole.from, 6);
          expect(one.until).toBeLessThanOrEqual(kept.until + 1e-9);
        });
        for (const { from, until } of [...kept.speeches, ...(kept.removals ?? [])]) {
          expect(from).toBeGreaterThanOrEqual(0);
          expect(until).toBeLessThanOrEqual(kept.until + 1e-9);
        }
      }),
    );
  });

  it('changes nothing when it is repeated', () => {
    fc.assert(fc.property(composition, (whole) => expect(cut(cut(whole))).toEqual(cut(whole))));
  });
});

describe('scenes', () => {
  it('follow each other from the start to the end without gaps', () => {
    fc.assert(
      fc.property(composition, (whole) => {
        const kept = cut(whole);
        const scenes = scenesOf(kept);
        expect(scenes[0]?.from).toBe(0);
        expect(scenes.at(-1)?.until).toBe(kept.until);
        scenes.slice(1).forEach(({ from }, index) => expect(from).toBe(scenes[index]?.until));
        for (const { from, until } of scenes) expect(until).toBeGreaterThan(from);
      }),
    );
  });

  it('show only tracks that run, and one whenever some run', () => {
    fc.assert(
      fc.property(composition, (whole) => {
        const kept = cut(whole);
        for (const scene of scenesOf(kept)) {
          const at = middle(scene);
          const running = kept.tracks.filter((one) => isOn(one, at));
          for (const [shown, kind] of [
            [scene.screen, 'screen'],
            [scene.camera, 'camera'],
          ] as const) {
            expect(shown === undefined || (shown.kind === kind && isOn(shown, at))).toBe(true);
            const isGone = ({ personId }: RecordedTrack) =>
              kept.removals?.some((removal) => removal.personId === personId && isOn(removal, at));
            expect(shown !== undefined).toBe(running.some((one) => one.kind === kind && !isGone(one)));
            expect(shown !== undefined && isGone(shown)).toBeFalsy();
          }
        }
      }),
    );
  });

  it('never show or hear somebody whose part was taken out', () => {
    fc.assert(
      fc.property(composition, fc.subarray(people), (whole, out) => {
        const kept = without(cut(whole), new Set(out));
        expect(kept.tracks.some(({ personId }) => out.includes(personId))).toBe(false);
        for (const { screen, camera } of scenesOf(kept))
          for (const shown of [screen, camera]) expect(out).not.toContain(shown?.personId);
      }),
    );
  });

  it('show the camera of who speaks, once they have spoken for a moment', () => {
    const [hana, ken] = [aTrack({}), aTrack({ personId: 'ken' })];
    const speeches = [
      { personId: 'ken', from: 10, until: 20 },
      { personId: 'hana', from: 30, until: 30.4 },
      { personId: 'hana', from: 40, until: 45 },
    ];
    expect(scenesOf(aComposition({ tracks: [ken, hana], speeches }))).toEqual([
      { from: 0, until: 11.5, screen: undefined, camera: hana },
      { from: 11.5, until: 41.5, screen: undefined, camera: ken },
      { from: 41.5, until: 60, screen: undefined, camera: hana },
    ]);
  });

  it('hide the camera and the screen of who has taken out what they said then, and nothing else', () => {
    const [hana, ken] = [aTrack({}), aTrack({ personId: 'ken' })];
    const screen = aTrack({ kind: 'screen', personId: 'ken', from: 5, until: 50 });
    const removals = [{ personId: 'ken', from: 10, until: 20 }];
    const speeches = [{ personId: 'ken', from: 0, until: 10 }];
    expect(scenesOf(aComposition({ tracks: [hana, ken, screen], speeches, removals }))).toEqual([
      { from: 0, until: 1.5, screen: undefined, camera: hana },
      { from: 1.5, until: 5, screen: undefined, camera: ken },
      { from: 5, until: 10, screen, camera: ken },
      { from: 10, until: 20, screen: undefined, camera: hana },
      { from: 20, until: 50, screen, camera: ken },
      { from: 50, until: 60, screen: undefined, camera: ken },
    ]);
  });

  it('show the screen that was shared last', () => {
    const first = aTrack({ kind: 'screen', from: 5, until: 50 });
    const second = aTrack({ kind: 'screen', from: 20, until: 30, personId: 'ken' });
    expect(scenesOf(aComposition({ tracks: [first, second] })).map(({ screen }) => screen)).toEqual([
      undefined,
      first,
      second,
      first,
      undefined,
    ]);
  });
});
