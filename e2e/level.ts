/** Details of one test of several that are alike: `npm test` runs the main ones, the full run all of them. */
export const inFullUnless = (isMain: boolean) => ({ tag: isMain ? [] : ['@full'] });
