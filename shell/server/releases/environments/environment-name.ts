import * as z from 'zod/mini';

/** What everybody gets who has not opened another environment. */
export const PRODUCTION = 'production';
/** Environments in which a release can be looked at before production has it. */
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
