import { DockerfileParser } from 'dockerfile-ast';

/**
 * @typedef {{ keyword: string, words: string[], flags: Record<string, string>, json: string[] }} Step
 * @typedef {{ name: string, image: string, steps: Step[] }} Stage
 */

/**
 * Reads a Dockerfile into its stages.
 * @param {string} text
 * @returns {Stage[]}
 */
export function readStages(text) {
  /** @type {Stage[]} */
  const stages = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const keyword = instruction.getKeyword();
    const words = instruction.getArguments().map((argument) => argument.getValue());
    if (keyword === 'FROM') {
      stages.push({ name: words[2] ?? '', image: words[0] ?? '', steps: [] });
      continue;
    }
    const flags = /** @type {any} */ (instruction).getFlags?.() ?? [];
    const json = /** @type {any} */ (instruction).getJSONStrings?.() ?? [];
    stages
      .at(-1)
      ?.steps.push({
        keyword,
        words: words.filter((word) => !word.startsWith('--')),
        flags: Object.fromEntries(flags.map((flag) => [flag.getName(), flag.getValue()])),
        json: json.map((word) => JSON.parse(word.getValue())),
      });
  }
  return stages;
}

/**
 * Returns the steps of a stage after those of the stages that it is made of, without their build.
 * @param {Stage[]} stages
 * @param {string} name
 * @returns {Step[]}
 */
export function stepsOf(stages, name) {
  const stage = stages.find((each) => each.name === name);
  return stage ? [...stepsOf(stages, stage.image), ...stage.steps] : [];
}

/** The last step with this keyword, which is the one that counts. */
const last = (steps, keyword) => steps.filter((step) => step.keyword === keyword).at(-1);

/**
 * Returns the command of an image.
 * @param {Stage[]} stages
 * @param {string} name
 * @returns {string[]}
 */
export const commandOf = (stages, name) => last(stepsOf(stages, name), 'CMD')?.json ?? [];

/**
 * Returns the environment of an image.
 * @param {Stage[]} stages
 * @param {string} name
 * @returns {Record<string, string>}
 */
export function environmentOf(stages, name) {
  const pairs = stepsOf(stages, name)
    .filter(({ keyword }) => keyword === 'ENV')
    .flatMap(({ words }) => words.map((word) => word.split('=')));
  return Object.fromEntries(pairs.map(([key, ...value]) => [key, value.join('=')]));
}

const SECRET = /SECRET|TOKEN|PASSWORD|KEY|CREDENTIAL|DATABASE_URL|SMTP_URL/;
/** What builds, and has no place in what runs. */
const BUILDS = /\b(npm|npx|yarn|pnpm|apt-get|apk|gcc|make|git|curl)\s+(ci|install|run|add|clone|http)/;

/**
 * Returns what is wrong with a Dockerfile whose last stages are the images.
 * @param {string} text
 * @param {readonly string[]} images
 */
export function problemsOf(text, images) {
  const stages = readStages(text);
  const names = new Set(stages.map(({ name }) => name));
  const bases = stages.filter(({ image }) => !names.has(image));
  return [
    ...bases.filter(({ image }) => !/:\d+\.\d+\.\d+-/.test(image)).map(({ image }) => `${image} is no exact version`),
    ...stages.flatMap((stage) =>
      stage.steps
        .filter(({ keyword, words }) => ['ENV', 'ARG'].includes(keyword) && words.some((word) => SECRET.test(word)))
        .map(({ keyword, words }) => `${stage.name || 'a stage'} has a secret in ${keyword} ${words.join(' ')}`),
    ),
    ...images.flatMap((name) => problemsOfImage(stages, name).map((problem) => `${name} ${problem}`)),
  ];
}

function problemsOfImage(stages, name) {
  const steps = stepsOf(stages, name);
  if (steps.length === 0) return ['is no stage'];
  const user = last(steps, 'USER')?.words[0] ?? '';
  const copies = steps.filter(({ keyword }) => keyword === 'COPY' || keyword === 'ADD');
  const rules = {
    // A number: Kubernetes cannot tell whether a name is root.
    'runs as root or under a name': !/^[1-9]\d*(:[1-9]\d*)?$/.test(user),
    'has no health check': last(steps, 'HEALTHCHECK')?.words[0] !== 'CMD',
    'starts by a shell, which does not pass signals on': commandOf(stages, name)[0] !== 'node',
    'copies from the build context': copies.some(({ flags }) => !flags['from']),
    'owns its program, and could change it': copies.some(({ flags }) => flags['chown'] !== '0:0'),
    'builds or installs': steps.some(({ keyword, words }) => keyword === 'RUN' && BUILDS.test(words.join(' '))),
    'keeps the package managers of its base': !steps.some(
      ({ keyword, words }) => keyword === 'RUN' && words.join(' ').includes('/usr/local/lib/node_modules'),
    ),
    'is not in production': environmentOf(stages, name)['NODE_ENV'] !== 'production',
  };
  return Object.entries(rules).flatMap(([problem, isSo]) => (isSo ? [problem] : []));
}
