import { placeOf } from '../store/release-files';
import type { ReleaseStore } from '../store/release-store';
import type { ReadUses, ReleaseUses } from './uses-of-release';

/** What can be removed from the product: see NameUses. */
export type UsedKind = 'call' | 'facade' | 'shown_slot' | 'filled_slot';

/** A release that browsers may get. */
export interface UsingRelease {
  remote: string;
  version: string;
  /** `live`, `rollout`, or the name of the environment. */
  place: string;
}

/** A name of the product, and the releases that break when it is removed. */
export interface NameUses {
  /** A call of the contract, an export of the facade, or a slot that they show or fill. */
  kind: UsedKind;
  name: string;
  users: UsingRelease[];
}

/** A release of which it is not known what it uses. */
export interface UnknownUses extends UsingRelease {
  /** Only its use of the facade is unknown; otherwise its files cannot be read. */
  isFacadeOnly: boolean;
}

interface UsesOptions {
  store: Pick<ReleaseStore, 'entries' | 'environments' | 'manifestOf'>;
  releasesDir: string;
  readUses: ReadUses;
}

/** Returns a function that lists every name of the product that live releases use, rollouts and environments included. */
export function createProductUses({ store, releasesDir, readUses }: UsesOptions) {
  /** Releases are immutable, so each is read once. */
  const known = new Map<string, Promise<ReleaseUses>>();

  async function read(remote: string, version: string): Promise<ReleaseUses> {
    return readUses({
      folder: placeOf(releasesDir, remote, version),
      manifest: await store.manifestOf(remote, version),
    });
  }

  function usesOf({ remote, version }: UsingRelease): Promise<ReleaseUses | null> {
    const name = `${remote} ${version}`;
    const uses = known.get(name) ?? read(remote, version);
    known.set(name, uses);
    return uses.catch(() => {
      known.delete(name);
      return null;
    });
  }

  async function usingReleases(): Promise<UsingRelease[]> {
    const [entries, environments] = await Promise.all([store.entries(), store.environments.entries()]);
    return [
      ...entries.flatMap(({ remote, version, isRetired, rolloutVersion }) => [
        ...(isRetired ? [] : [{ remote, version, place: 'live' }]),
        ...(rolloutVersion === null ? [] : [{ remote, version: rolloutVersion, place: 'rollout' }]),
      ]),
      ...environments.map(({ environment, remote, version }) => ({ remote, version, place: environment })),
    ];
  }

  return async (): Promise<{ names: NameUses[]; unknown: UnknownUses[] }> => {
    const names = new Map<string, NameUses>();
    const unknown: UnknownUses[] = [];
    // One after the other: pages come first.
    for (const release of await usingReleases()) {
      const uses = await usesOf(release);
      if (!uses?.facade) unknown.push({ ...release, isFacadeOnly: uses !== null });
      for (const [kind, name] of namesIn(uses)) {
        const entry = names.get(`${kind} ${name}`) ?? { kind, name, users: [] };
        entry.users.push(release);
        names.set(`${kind} ${name}`, entry);
      }
    }
    const inOrder = [...names.values()].sort((a, b) => a.kind.localeCompare(b.kind) || a.name.localeCompare(b.name));
    return { names: inOrder, unknown };
  };
}

const namesIn = (uses: ReleaseUses | null): [UsedKind, string][] =>
  uses === null
    ? []
    : [
        ...uses.calls.map((name): [UsedKind, string] => ['call', name]),
        ...uses.shownSlots.map((name): [UsedKind, string] => ['shown_slot', name]),
        ...uses.filledSlots.map((name): [UsedKind, string] => ['filled_slot', name]),
        ...(uses.facade ?? []).map((name): [UsedKind, string] => ['facade', name]),
      ];
