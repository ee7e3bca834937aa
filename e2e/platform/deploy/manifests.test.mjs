import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { parse } from 'yaml';

import { foldersOf } from '../../../server/src/backup/backup';
import { targets } from '../../../tooling/build/image/assemble.mjs';
import { environmentOf, readStages } from '../../../tooling/build/image/dockerfile.mjs';
import { inRoot } from '../../../tooling/root.mjs';
import { podOf, podProblems, readBase, readObjects, schemaProblems } from './manifests.mjs';
import { composeEnvironment, documentedVariables, keysOf, knownVariables } from './variables.mjs';

const objects = readBase();
const named = (kind, name) => objects.find((object) => object.kind === kind && object.metadata.name === name);
const all = (kind) => objects.filter((object) => object.kind === kind);
const settings = named('ConfigMap', 'manabiba').data;
const secrets = keysOf('deploy/kubernetes/secrets.env.example');
const stages = readStages(readFileSync(inRoot('deploy/Dockerfile'), 'utf8'));
const labelsOf = (object) => podOf(object).metadata.labels;
const fits = (selector, labels) => Object.entries(selector).every(([key, value]) => labels[key] === value);

/** Settings that a cluster does not set, and why. */
const NOT_SET = {
  NODE_ENV: 'the image',
  PORT: 'the image',
  DATA_DIR: 'the image',
  COMPOSER_SCRIPT: 'the image of jobs has it',
  DEMO_VIDEOS: 'only of the demo',
  DEMO_VOICE: 'only of the demo',
  DEMO: 'never on an external database in production',
  DATABASE_APP_ROLE: 'the Secret of the migration has it',
  WEBHOOK_PRIVATE_ENDPOINTS: 'in production nothing but its default',
};

describe('the manifests of Kubernetes', () => {
  it('have what Kubernetes knows, and nothing else', () => {
    expect(objects.flatMap(schemaProblems)).toEqual([]);
  });

  it.each([
    ['an unknown field', (web) => (web.spec.replica = 2), 'must NOT have additional properties'],
    ['a wrong type', (web) => (web.spec.replicas = 'two'), 'must be integer'],
    ['a field that is missing', (web) => delete web.spec.selector, "must have required property 'selector'"],
    ['an unknown kind', (web) => (web.kind = 'Deploiment'), 'has no schema'],
  ])('are refused with %s', (_what, change, problem) => {
    const web = structuredClone(named('Deployment', 'web'));
    change(web);
    expect(schemaProblems(web).join('\n')).toContain(problem);
  });

  it('run nothing as root, nothing writable, nothing without probes and limits', () => {
    expect(objects.flatMap(podProblems)).toEqual([]);
  });

  it.each([
    ['may run as root', ({ spec }) => delete spec.securityContext.runAsNonRoot],
    ['may write to its root', ({ spec }) => (spec.containers[0].securityContext.readOnlyRootFilesystem = false)],
    ['keeps capabilities', ({ spec }) => (spec.containers[0].securityContext.capabilities.drop = [])],
    ['lacks a probe', ({ spec }) => delete spec.containers[0].startupProbe],
    ['is alive by its database', ({ spec }) => (spec.containers[0].livenessProbe.httpGet.path = '/readyz')],
    ['has no requests', ({ spec }) => delete spec.containers[0].resources],
    ['has a value in env', ({ spec }) => (spec.containers[0].env = [{ name: 'SESSION_SECRET', value: 'x' }])],
  ])('are found when a pod %s', (problem, change) => {
    const web = structuredClone(named('Deployment', 'web'));
    change(podOf(web));
    expect(podProblems(web).join('\n')).toContain(problem);
  });

  it('have a deployment for each image, with its port', () => {
    const port = Number(environmentOf(stages, 'web')['PORT']);
    for (const target of targets) {
      const [container] = podOf(named('Deployment', target)).spec.containers;
      expect(container.image).toBe(`manabiba-${target}`);
      expect(container.ports.find(({ name }) => name === 'http').containerPort).toBe(port);
    }
  });

  it('give pods the time to drain and to finish', () => {
    for (const deployment of all('Deployment'))
      expect(podOf(deployment).spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(settings.DRAIN_SECONDS) + 15);
  });

  it('lead every service, budget and scaler to pods', () => {
    const deployments = all('Deployment');
    for (const { spec } of all('Service'))
      expect(deployments.filter((each) => fits(spec.selector, labelsOf(each)))).toHaveLength(1);
    for (const { spec } of all('PodDisruptionBudget'))
      expect(deployments.filter((each) => fits(spec.selector.matchLabels, labelsOf(each)))).toHaveLength(1);
    for (const { spec } of all('HorizontalPodAutoscaler')) {
      const { replicas } = named('Deployment', spec.scaleTargetRef.name).spec;
      expect(replicas).toBe(spec.minReplicas);
    }
  });

  it('lead every path of an ingress to a port of a service', () => {
    for (const { spec } of all('Ingress')) {
      for (const { backend } of spec.rules.flatMap(({ http }) => http.paths)) {
        const { ports } = named('Service', backend.service.name).spec;
        expect(ports.map(({ name }) => name)).toContain(backend.service.port.name);
      }
    }
  });

  it('close the network by default, and open it to the address of each service', () => {
    const policies = all('NetworkPolicy');
    const closed = policies.find(({ metadata }) => metadata.name === 'nothing-else').spec;
    expect(closed).toEqual({
      podSelector: { matchLabels: { 'app.kubernetes.io/name': 'manabiba' } },
      policyTypes: ['Ingress', 'Egress'],
    });
    for (const pod of [...all('Deployment'), ...all('Job'), ...all('CronJob')])
      expect(fits(closed.podSelector.matchLabels, labelsOf(pod))).toBe(true);
    const open = (name) => policies.find(({ metadata }) => metadata.name === name).spec.ingress[0].ports[0].port;
    expect([open('web'), open('api'), open('media')]).toEqual([3000, 3000, 3001]);
    expect(settings.API_URL).toBe('http://api:3000');
    expect(settings.FIRESTORE_ENGINE_URL).toBe('http://media:3001');
  });

  it('run programs that the images have', () => {
    const commands = [named('Job', 'migrate'), named('CronJob', 'backup')].map((job) => podOf(job).spec.containers[0]);
    for (const { image, command } of commands) {
      expect(image).toBe('manabiba-api');
      expect(command.join(' ')).toMatch(
        /node server\/maintenance\.mjs (migrate|backup)|node server\/maintenance\.mjs,migrate/,
      );
    }
  });
});

describe('the nightly backup', () => {
  const [{ command, volumeMounts }] = podOf(named('CronJob', 'backup')).spec.containers;

  it('reads every folder that belongs to it', () => {
    const dataDir = environmentOf(stages, 'api')['DATA_DIR'];
    const folders = Object.values(foldersOf({ databaseUrl: '', dataDir: dataDir ?? '', storageUrl: 's3://bucket' }));
    expect(folders.length).toBeGreaterThan(0);
    expect(volumeMounts.map(({ mountPath }) => mountPath)).toEqual(expect.arrayContaining(folders));
  });

  it('is named by the day in Japan on which it is made', () => {
    const [shell, option, script] = command;
    const answer = spawnSync(shell, [option, script.replace(/^node \S+ \S+/, 'echo')], { encoding: 'utf8' });
    expect(answer.stdout.trim()).toBe(
      `/backup/${new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo' }).format(new Date())}`,
    );
  });
});

describe('the settings', () => {
  it('of the operations guide are all in the manifests, or not for a reason', () => {
    const set = new Set([...Object.keys(settings), ...secrets.map(({ key }) => key), ...Object.keys(NOT_SET)]);
    expect(documentedVariables().length).toBeGreaterThan(70);
    expect(documentedVariables().filter((name) => !set.has(name))).toEqual([]);
  });

  it('of the manifests and of compose are all known to the product', () => {
    const known = knownVariables();
    const used = [...Object.keys(settings), ...secrets.map(({ key }) => key), ...composeEnvironment()];
    expect(used.filter((name) => !known.has(name))).toEqual([]);
  });

  it('have no value for a secret, and no secret among them', () => {
    expect([...secrets, ...keysOf('deploy/compose.env.example')].filter(({ value }) => value !== '')).toEqual([]);
    expect(Object.keys(settings).filter((name) => secrets.some(({ key }) => key === name))).toEqual([]);
  });

  it('of compose name the variables of its example', () => {
    const wanted = readFileSync(inRoot('deploy/compose.yaml'), 'utf8').matchAll(/\$\{([A-Z0-9_]+)/g);
    expect([...new Set([...wanted].map(([, name]) => name))].sort()).toEqual(
      keysOf('deploy/compose.env.example')
        .map(({ key }) => key)
        .sort(),
    );
  });
});

describe('compose', () => {
  const { services } = parse(readFileSync(inRoot('deploy/compose.yaml'), 'utf8'), { merge: true });

  it('runs every image, on a read-only root without capabilities or new rights, after the migration', () => {
    for (const target of targets) {
      const service = services[target];
      expect(service.build).toEqual({ context: '..', dockerfile: 'deploy/Dockerfile', target });
      expect([service.read_only, service.cap_drop]).toEqual([true, ['ALL']]);
      expect(service.security_opt).toEqual(['no-new-privileges:true']);
      expect(service.depends_on.migrate.condition).toBe('service_completed_successfully');
    }
  });

  it('pins the versions of what it runs besides', () => {
    const images = Object.values(services).flatMap(({ image }) => image ?? []);
    expect(images.length).toBeGreaterThan(4);
    expect(images.filter((image) => !/:v?\d+\.\d+/.test(image))).toEqual([]);
  });

  it('depends on services that exist, and mounts volumes that exist', () => {
    const { volumes } = parse(readFileSync(inRoot('deploy/compose.yaml'), 'utf8'), { merge: true });
    const names = Object.values(services).flatMap(({ depends_on = {} }) => Object.keys(depends_on));
    const mounted = Object.values(services).flatMap(({ volumes: own = [] }) => own.map((mount) => mount.split(':')[0]));
    expect(names.filter((name) => !services[name])).toEqual([]);
    expect(mounted.filter((name) => !name.startsWith('.') && !(name in volumes))).toEqual([]);
  });
});

const kubectl = spawnSync('kubectl', ['version', '--client'], { encoding: 'utf8' }).status === 0;
const withKubectl = kubectl ? describe : describe.skip;
const render = () =>
  spawnSync('kubectl', ['kustomize', inRoot('deploy/kubernetes/overlays/example')], { encoding: 'utf8' }).stdout;

withKubectl(`the overlay of the example${kubectl ? '' : ' (skipped: kubectl is not installed)'}`, () => {
  it('renders to objects that Kubernetes takes, with the addresses and images of the installation', () => {
    const rendered = readObjects(render());
    expect(rendered.flatMap((object) => [...schemaProblems(object), ...podProblems(object)])).toEqual([]);
    expect(rendered).toHaveLength(objects.length + 1);
    expect(JSON.stringify(rendered)).not.toContain('manabiba.example');
    const images = rendered.flatMap((object) => podOf(object)?.spec.containers.map(({ image }) => image) ?? []);
    expect(images.filter((image) => !image.startsWith('registry.school.example/manabiba-'))).toEqual([]);
  });
});
