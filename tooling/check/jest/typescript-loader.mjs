import { register } from 'tsx/esm/api';

// Node.js itself loads the modules of the api tests (jest-light-runner), so it needs to know TypeScript.
register();
