// A small project with four candidates, scored with the real pipeline.
export { DEMO_TASK, type ScoredDemo, scoreDemo } from './demo.ts';
