import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { goProgram } from '../go/go-program.mjs';
import { readBase, schemaOf } from './manifests.mjs';

const kubeconform = goProgram({
  name: 'kubeconform',
  path: 'github.com/yannh/kubeconform/cmd/kubeconform',
  version: 'v0.7.0',
});
const withKubeconform = kubeconform.path ? describe : describe.skip;

withKubeconform(`kubeconform${kubeconform.path ? '' : ` (skipped: ${kubeconform.skipped})`}`, () => {
  it('accepts the manifests by the same schemas, and refuses an unknown field', () => {
    const objects = readBase();
    const folder = mkdtempSync(join(tmpdir(), 'manabiba-schemas-'));
    for (const object of objects)
      writeFileSync(join(folder, `${object.kind}.json`.toLowerCase()), JSON.stringify(schemaOf(object)));
    const check = (input) =>
      spawnSync(
        kubeconform.path ?? '',
        ['-strict', '-summary', '-schema-location', join(folder, '{{.ResourceKind}}.json'), '-'],
        { input: input.map((object) => JSON.stringify(object)).join('\n---\n'), encoding: 'utf8' },
      );
    const right = check(objects);
    const web = structuredClone(objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'web'));
    web.spec.replica = 2;
    const wrong = check([web]);
    rmSync(folder, { recursive: true });
    expect(right.stdout).toContain(`Valid: ${objects.length}, Invalid: 0, Errors: 0, Skipped: 0`);
    expect([right.status, wrong.status]).toEqual([0, 1]);
  });
});
