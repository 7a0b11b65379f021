// Runs agents on one task in parallel and scores the result like any other run.
export { cancelAgent, findRacers } from './control.ts';
export { raceAgents } from './race.ts';
export { listAgents } from './race-agents.ts';
export { describeRematch } from './rematch.ts';
export { writeTaskInEditor } from './task.ts';
