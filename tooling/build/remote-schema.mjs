import * as z from 'zod/mini';

import { inRoot } from '../root.mjs';
import { bundleToModule } from './bundle-to-module.mjs';

/** Fields of remote.json. The build adds the others of a release. */
const FIELDS = /** @type {const} */ ({
  routes: true,
  slots: true,
  navigation: true,
  firstCalls: true,
  budget: true,
  globals: true,
});

/**
 * Returns the JSON schema of remote.json, by which editors complete and check it: the rules by which the server reads a
 * release, with the names that the gate knows.
 */
export async function renderRemoteSchema() {
  const [{ releaseManifest }, { slots }, { navigationIcons, navigationPlaces }] = await Promise.all(
    ['releases/src/store/release-manifest.ts', 'shared/src/page/slots.ts', 'shared/src/page/navigation-entry.ts'].map(
      (path) => bundleToModule(inRoot(path)),
    ),
  );
  const { $schema, properties } = /** @type {any} */ (
    z.toJSONSchema(z.pick(releaseManifest, FIELDS), { io: 'input', target: 'draft-7' })
  );
  const entry = properties.navigation.items.properties;
  Object.assign(properties.slots, { items: { enum: Object.keys(slots) }, uniqueItems: true });
  Object.assign(entry.icon, { enum: navigationIcons });
  Object.assign(entry.places.items, { enum: navigationPlaces });
  const schema = {
    $schema,
    title: 'remote.json',
    description: 'What a remote of Manabiba offers: its pages, slots and entries of the navigation.',
    type: 'object',
    properties: { $schema: { type: 'string' }, ...properties },
    additionalProperties: false,
  };
  return { 'shared/remote.schema.json': `${JSON.stringify(schema, null, 2)}\n` };
}
