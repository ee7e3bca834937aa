import * as z from 'zod/mini';

/** The environment of everyone who has not opened another one. */
export const PRODUCTION = 'production';
/** Environments in which a release can be reviewed before production has it. */
const others = ['preview'] as const;

/** The name of an environment other than production. */
export const environmentName = z.enum(others, {
  error: `There is no such environment. Besides ${PRODUCTION} there is ${others.join(', ')}.`,
});
export type EnvironmentName = (typeof others)[number];

/** The name of any environment. */
export const anyEnvironmentName = z.enum([PRODUCTION, ...others], {
  error: `There is no such environment: ${[PRODUCTION, ...others].join(', ')}.`,
});
