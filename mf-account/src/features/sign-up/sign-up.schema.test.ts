import { slowPlaces } from '@manabiba/shared/testing/hostile-strings';

import { stepSchemas } from './sign-up.schema';

it.each(Object.entries(stepSchemas))('validates the step %s in linear time for any input', (step, schema) => {
  expect(slowPlaces(schema, step)).toEqual([]);
});
