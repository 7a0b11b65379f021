// The prompt of a test author.

export function testAuthorTask(task: string): string {
  return `${INSTRUCTIONS}\n\nThe task:\n\n${task}`;
}

const INSTRUCTIONS = `Write tests for the task below, and nothing else. Do not implement the task: other agents do that in their own copies of this repository, and your tests run on each of their solutions.

- Add test files, or test cases in existing test files, with the test framework and in the folders that this repository uses. Changes to all other files are discarded.
- Test behavior that the task states, through interfaces that exist already or that the task names. Do not invent names of functions, files or options.
- Each test must fail on the present code and pass on every correct solution.
- Do not change or delete existing tests unless the task contradicts them.`;
