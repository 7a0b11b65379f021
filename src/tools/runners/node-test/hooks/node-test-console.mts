// Runs inside the user's `node --test`: the default console reporter of this version of Node. Node drops its
// default as soon as a reporter is given, and the report of node-test-reporter.mts needs one.
import { spec, tap } from 'node:test/reporters';

/** Since this version, Node prints spec whether or not stdout is a terminal. */
const FIRST_WITH_SPEC = 23;
const major = Number.parseInt(process.versions.node, 10);

export default process.stdout.isTTY || major >= FIRST_WITH_SPEC ? spec : tap;
