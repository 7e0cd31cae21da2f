import { endProcesses } from '../../sandbox/launcher/step';

// Also where a test has failed before it could stop what it had started
afterAll(endProcesses);
