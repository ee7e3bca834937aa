import '@testing-library/jest-dom';

import { configure } from '@testing-library/react';

// How long something may take until a test has failed: a first import compiles what it imports, on whatever machine.
configure({ asyncUtilTimeout: 10_000 });
