import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import Ajv from 'ajv/dist/2020.js';
import { parse, parseAllDocuments } from 'yaml';

import { inRoot } from '../../../tooling/root.mjs';

const SCHEMAS = JSON.parse(readFileSync(inRoot('deploy/kubernetes/schemas/v1.34.0.json'), 'utf8'));
export const base = inRoot('deploy/kubernetes/base/kustomization.yaml');

/**
 * Returns the objects in a YAML text. Throws on any error of syntax, and on keys that occur twice.
 * @param {string} text
 * @returns {any[]}
 */
export function readObjects(text) {
  return parseAllDocuments(text).map((document) => {
    const [problem] = [...document.errors, ...document.warnings];
    if (problem) throw problem;
    return document.toJS();
  });
}

/** Returns the objects that the base lists, as they are: it changes none of them. */
export function readBase() {
  const { resources } = parse(readFileSync(base, 'utf8'));
  return resources.flatMap((name) => readObjects(readFileSync(join(dirname(base), name), 'utf8')));
}

const ajv = new Ajv({
  strict: false,
  allErrors: true,
  formats: { byte: true, 'date-time': true, int32: true, int64: true },
});
const validators = new Map();

/** Returns the self-contained schema of a kind; undefined for an unknown kind. */
export function schemaOf({ apiVersion, kind }) {
  const name = SCHEMAS.kinds[`${apiVersion} ${kind}`];
  return (
    name && { $schema: 'https://json-schema.org/draft/2020-12/schema', $ref: `#/$defs/${name}`, $defs: SCHEMAS.$defs }
  );
}

/**
 * Returns what Kubernetes would refuse about an object.
 * @param {any} object
 * @returns {string[]}
 */
export function schemaProblems(object) {
  const name = `${object?.apiVersion} ${object?.kind}`;
  const schema = schemaOf(object);
  if (!schema) return [`${name} has no schema in deploy/kubernetes/schemas`];
  const validate = validators.get(name) ?? ajv.compile(schema);
  validators.set(name, validate);
  if (validate(object)) return [];
  return validate.errors.map(
    ({ instancePath, message, params }) =>
      `${object.kind} ${object.metadata?.name}: ${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** Returns the template of an object's pods; undefined for one without. */
export const podOf = ({ spec }) => spec?.jobTemplate?.spec.template ?? spec?.template;

/**
 * Returns what is unsafe or unfinished about the pods of an object.
 * @param {any} object
 * @returns {string[]}
 */
export function podProblems(object) {
  const pod = podOf(object);
  if (!pod) return [];
  return pod.spec.containers.flatMap((container) => {
    const { securityContext = {}, resources = {} } = container;
    const isServer = object.kind === 'Deployment';
    const rules = {
      'may run as root': !(pod.spec.securityContext?.runAsNonRoot && pod.spec.securityContext?.runAsUser > 0),
      'has no seccomp profile': pod.spec.securityContext?.seccompProfile?.type !== 'RuntimeDefault',
      'may write to its root': securityContext.readOnlyRootFilesystem !== true,
      'may gain rights': securityContext.allowPrivilegeEscalation !== false,
      'keeps capabilities': securityContext.capabilities?.drop?.[0] !== 'ALL' || securityContext.capabilities?.add,
      'has a token of Kubernetes': pod.spec.automountServiceAccountToken !== false,
      'has no requests or memory limit': !(
        resources.requests?.cpu &&
        resources.requests?.memory &&
        resources.limits?.memory
      ),
      'has a value in env: settings are in the ConfigMap, secrets in the Secret': container.env,
      'lacks a probe': isServer && !(container.startupProbe && container.livenessProbe && container.readinessProbe),
      'is alive by its database': container.livenessProbe?.httpGet.path === '/readyz',
      'is ready without its database': isServer && container.readinessProbe?.httpGet.path !== '/readyz',
    };
    return Object.entries(rules).flatMap(([problem, isSo]) =>
      isSo ? [`${object.kind} ${object.metadata.name}: ${problem}`] : [],
    );
  });
}
