import { endProcesses } from '../../sandbox/start/step';

// Also where a test has failed before it could stop what it had started
afterAll(endProcesses);
