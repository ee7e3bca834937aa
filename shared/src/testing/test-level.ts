/** Whether tests run at their full size: `npm run test:full` sets TEST_LEVEL. Fuzz and crash rounds are smaller otherwise. */
export const isFullRun = process.env.TEST_LEVEL === 'full';
