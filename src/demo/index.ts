// A small project with four candidates, scored with the real pipeline.
export { DEMO_TASK, scoreDemo } from './demo.ts';
