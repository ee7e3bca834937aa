import '@testing-library/jest-dom';

import { configure } from '@testing-library/react';

// Timeout of waiting assertions: a first import compiles its modules, even on a slow machine.
configure({ asyncUtilTimeout: 10_000 });
