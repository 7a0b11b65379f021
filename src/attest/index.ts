// In-toto statements about the winner of a run: builds them, and compares given ones with the run.
export { compareStatement, namesSha256, type StatementDifference } from './compare-statement.ts';
export { statementsOf } from './statements.ts';
