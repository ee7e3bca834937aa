import { slowPlaces } from '@manabiba/shared/testing/hostile-strings';

import { stepSchemas } from './sign-up.schema';

it.each(Object.entries(stepSchemas))(
  'the step %s is checked in linear time, whatever is pasted into it',
  (step, schema) => {
    expect(slowPlaces(schema, step)).toEqual([]);
  },
);
