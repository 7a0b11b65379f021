// Arguments and options of each command. The module of a command is loaded when it is called.
import type { Command } from 'commander';
import type { Outcome } from './exit-code.ts';

type Finish = (outcome: Outcome) => void;

export function addCommands(program: Command, finish: Finish): void {
  addScore(program, finish);
  addRace(program, finish);
  addShow(program, finish);
  addReport(program, finish);
  addExplain(program, finish);
  addReplay(program, finish);
  addRunCommands(program, finish);
  addAccept(program, finish);
  addAsk(program, finish);
  addCombine(program, finish);
  addMerge(program, finish);
  addTune(program, finish);
  addUi(program, finish);
  addSetUpCommands(program, finish);
  addDistribution(program, finish);
  addQueue(program, finish);
  addParse(program, finish);
  addDemo(program, finish);
}

const CANDIDATES = 'NAME=CANDIDATE or CANDIDATE: a branch or commit, a folder, a patch file; FOLDER@COMMIT names its start';
const ACCEPTANCE = 'tests that every candidate must pass: a file, folder or patch; repeatable';
const TASK = 'task that the candidates solve: its text, a file such as an issue in Markdown, or - for standard input';
const QUEUE = 'run the checks on workers: postgres://... or redis://... (default: HYDRA_QUEUE, if --store is given)';
const STORE = 'folder or s3://BUCKET/PREFIX that all machines reach (default: HYDRA_STORE)';
const RUN = 'run id, its first characters, or a run folder (default: the newest)';

function addScore(program: Command, finish: Finish): void {
  program
    .command('score')
    .description('run the checks on every candidate and rank the candidates')
    .argument('[candidates...]', CANDIDATES)
    .option('--base <ref>', 'commit that the candidates started from', 'HEAD')
    .option('--task <text>', TASK)
    .option('--acceptance <path>', ACCEPTANCE, collect)
    .option('--json', 'print the scorecard as JSON and nothing else')
    .option('--verbose', 'print scores, findings and evidence in full')
    .option('--jobs <number>', 'number of parallel checks (default: from cores and memory)')
    .option('--no-cache', 'ignore cached results')
    .option('--config <file>', 'configuration file (default: hydra.toml of the base)')
    .option('--profile <profile>', 'profile for commands that the configuration does not set')
    .option('--weight <name=number>', 'override the weight of a dimension or metric; repeatable', collect)
    .option('--resume', 'resume the most recently interrupted run')
    .option('--again <run>', 'score the candidates of a stored run in a new run, with other settings if given')
    .option('--queue <url>', QUEUE)
    .option('--store <place>', STORE)
    .option('--pool <name>', 'pool of workers, if there are several')
    .action(async (candidates, options) => finish(await (await import('./score.ts')).score(candidates, options)));
}

function addRace(program: Command, finish: Finish): void {
  program
    .command('race')
    .description('run agents on a task in parallel and rank their results')
    .argument('[task...]', 'task in quotes (default on a terminal: write it in your editor)')
    .option('--agents <names>', 'agents: claude,codex,codex:MODEL (default: agents under [race])')
    .option('--task-file <file>', 'read the task from a file')
    .option('--queue <url>', QUEUE)
    .option('--store <place>', STORE)
    .option('--pool <name>', 'pool of workers, if there are several')
    .option('--rematch <run>', 'repeat the task and base of an earlier run')
    .option('--failures <candidate>', 'with --rematch: add the failures of a candidate of that run to the task')
    .option('--base <ref>', 'commit that the agents start from (default: HEAD)')
    .option('--candidates <name=ref...>', 'existing attempts to rank with the others')
    .option('--test-author <agent>', 'agent that writes tests of the task, which run on every candidate')
    .option('--acceptance <path>', ACCEPTANCE, collect)
    .option('--allow-experimental', 'allow agents with experimental support')
    .option('--sandbox', 'run the agents in a sandbox, with the network on')
    .option('--budget-usd <usd>', 'cost limit for all agents together')
    .option('--budget-tokens <number>', 'token limit for all agents together')
    .option('--agent-budget-usd <usd>', 'cost limit for each agent')
    .option('--agent-budget-tokens <number>', 'token limit for each agent')
    .option('--timeout <seconds>', 'time limit for each agent')
    .option('--idle-timeout <seconds>', 'time limit without output')
    .option('--start-timeout <seconds>', 'time limit for the first output')
    .option('--disk-limit <megabytes>', 'limit of disk space per agent')
    .option('--json', 'print the scorecard as JSON and nothing else')
    .option('--verbose', 'print scores, findings and evidence in full')
    .option('--jobs <number>', 'number of parallel checks (default: from cores and memory)')
    .option('--no-cache', 'ignore cached results')
    .option('--config <file>', 'configuration file (default: hydra.toml of the base)')
    .option('--profile <profile>', 'profile for commands that the configuration does not set')
    .option('--weight <name=number>', 'override the weight of a dimension or metric; repeatable', collect)
    .action(async (task, options) => finish(await (await import('./race.ts')).race(task, options)));
}

function addDistribution(program: Command, finish: Finish): void {
  program
    .command('plan')
    .description('write a folder with which other machines can check the candidates')
    .argument('<candidates...>', CANDIDATES)
    .requiredOption('--out <folder>', 'new folder for the plan')
    .option('--base <ref>', 'commit that the candidates started from', 'HEAD')
    .option('--task <text>', TASK)
    .option('--acceptance <path>', ACCEPTANCE, collect)
    .option('--config <file>', 'configuration file (default: hydra.toml of the base)')
    .option('--profile <profile>', 'profile for commands that the configuration does not set')
    .option('--weight <name=number>', 'override the weight of a dimension or metric; repeatable', collect)
    .action(async (names, options) => finish(await (await import('./distribution.ts')).plan(names, options)));
  program
    .command('capture')
    .description('check the base and one share of the candidates of a plan')
    .argument('<plan>', 'folder written by `hydra plan`')
    .requiredOption('--shard <index/count>', 'share to check: 3/16, or `auto` where a CI system or cluster numbers the jobs')
    .requiredOption('--out <folder>', 'new folder for the results')
    .option('--jobs <number>', 'number of parallel checks (default: from cores and memory)')
    .action(async (folder, options) => finish(await (await import('./distribution.ts')).capture(folder, options)));
  program
    .command('collect')
    .description('rank the candidates of a plan from the results of all shards')
    .argument('<plan>', 'folder written by `hydra plan`')
    .argument('<parts...>', 'folders written by `hydra capture`, one per shard')
    .option('--json', 'print the scorecard as JSON and nothing else')
    .option('--verbose', 'print scores, findings and evidence in full')
    .option('--jobs <number>', 'number of parallel checks, if some are still needed (default: from cores and memory)')
    .action(async (folder, parts, options) => finish(await (await import('./distribution.ts')).collect(folder, parts, options)));
}

function addQueue(program: Command, finish: Finish): void {
  const queue = program.command('queue').description('manage the queue of a pool of workers');
  queue
    .command('init')
    .description('prepare a database for the queue; repeating it does nothing')
    .argument('[url]', 'postgres://... or redis://... (default: HYDRA_QUEUE)')
    .action(async (url) => finish(await (await import('./pool.ts')).initQueue(url)));
  program
    .command('worker')
    .description('run checks of other machines until a signal; the first signal finishes the running jobs')
    .option('--queue <url>', 'postgres://... or redis://... (default: HYDRA_QUEUE)')
    .option('--store <place>', STORE)
    .option('--pool <name>', 'name of the pool (default: default)')
    .option('--jobs <number>', 'number of trees to check in parallel (default: 1)')
    .option('--lease <seconds>', 'time after which a job of a worker that is not heard from goes to another', '30')
    .action(async (options) => finish(await (await import('./pool.ts')).worker(options)));
}

function addReplay(program: Command, finish: Finish): void {
  program
    .command('replay')
    .description('recompute a run from its stored files and check that the bytes match')
    .argument('[run]', RUN)
    .option('--facts <file>', 'use a facts file instead of a run')
    .option('--config <file>', 'configuration file (default: hydra.toml in this folder)')
    .option('--weight <name=number>', 'override the weight of a dimension or metric; repeatable', collect)
    .option('--json', 'print the scorecard as JSON and nothing else')
    .action(async (run, options) => finish(await (await import('./replay.ts')).replay(run, options)));
}

function addExplain(program: Command, finish: Finish): void {
  program
    .command('explain')
    .description('show how the score of a candidate is computed, or the effective configuration')
    .argument('[words...]', '[RUN] CANDIDATE [DIMENSION]')
    .option('--facts <file>', 'use a facts file instead of a run')
    .option('--config <file>', 'configuration file (default: hydra.toml in this folder)')
    .option('--verbose', 'print every formula, gate and finding')
    .option('--policy', 'show every setting and its origin')
    .option('--tests', 'show every new test and every test with another result than on the base, by candidate')
    .option('--runs', 'list every execution of a run with its duration and reason')
    .option('--task', 'list the examples in the text of the task, and what became of each')
    .action(async (words, options) => finish(await (await import('./explain.ts')).explain(words, options)));
}

function addAccept(program: Command, finish: Finish): void {
  program
    .command('accept')
    .description('accept changed tests of a candidate and rescore the run from its stored files')
    .argument('<words...>', '[RUN] CANDIDATE [TEST...]')
    .option('--reject', 'count the changed tests as regressions instead')
    .option('--json', 'print the new scorecard as JSON and nothing else')
    .action(async (words, options) => finish(await (await import('./accept.ts')).accept(words, options)));
}

function addAsk(program: Command, finish: Finish): void {
  program
    .command('ask')
    .description('show the calls to which level candidates answer differently, and rescore the run with your answers')
    .argument('[run]', RUN)
    .option(
      '--answer <answer>',
      'answer the next question: a number, `1,2`, `all`, `value:TEXT` or `unknown`; repeatable',
      collect,
    )
    .option('--write', 'write the answered questions as a test file into the working tree')
    .option('--json', 'print the questions, or with --answer the new scorecard, as JSON and nothing else')
    .addHelpText('after', '\nRuns no check. Exit code 0: the run has leaders. 1: it has none, or a question is open. 2: usage.')
    .action(async (run, options) => finish(await (await import('./ask.ts')).ask(run, options)));
}

function addCombine(program: Command, finish: Finish): void {
  program
    .command('combine')
    .description('score the changes of two candidates together as one more candidate')
    .argument('<words...>', '[RUN] A B')
    .option('--json', 'print the new scorecard as JSON and nothing else')
    .option('--verbose', 'print scores, findings and evidence in full')
    .option('--jobs <number>', 'number of parallel checks (default: from cores and memory)')
    .option('--no-cache', 'ignore cached results')
    .action(async (words, options) => finish(await (await import('./combine.ts')).combine(words, options)));
}

function addMerge(program: Command, finish: Finish): void {
  program
    .command('merge')
    .description('merge the winner, or a named candidate, after checking the merged tree')
    .argument('[words...]', '[RUN] [CANDIDATE]')
    .option('--dry-run', 'show what would happen without changing anything')
    .option('--yes', 'do not ask for confirmation')
    .option('--strategy <strategy>', 'squash, merge or rebase', 'squash')
    .option('--onto <branch>', 'target branch (default: the one that the candidates started from)')
    .option('--to-branch <name>', 'create a new branch instead and change nothing else')
    .option('--patch <file>', 'write a patch instead and change nothing else')
    .option(
      '--pick <candidate:path>',
      'take a file, or with #N its Nth hunk, from another candidate; the result is scored',
      collect,
    )
    .option('-m, --message <text>', 'commit message; repeat it for more paragraphs; trailers are appended', collect)
    .option('--no-verify', 'skip your pre-commit, pre-merge-commit and commit-msg hooks')
    .option('--force', 'merge even if a gate failed; needs --reason, which is recorded')
    .option('--reason <text>', 'reason for --force')
    .option('--jobs <number>', 'number of parallel checks (default: from cores and memory)')
    .option('--no-cache', 'ignore cached results')
    .option('--json', 'with --dry-run: print the plan as JSON')
    .action(async (words, options) => finish(await (await import('./merge.ts')).merge(words, options)));
}

function addTune(program: Command, finish: Finish): void {
  program
    .command('tune')
    .description('learn weights from your merges, and compare them with the current ones')
    .option('--apply', 'write the proposed weights into the configuration file')
    .option('--json', 'print the result as JSON and nothing else')
    .option('--config <file>', 'configuration file (default: hydra.toml of the repository)')
    .addHelpText('after', '\nExit code 0: weights are proposed. 1: no proposal; the output says what is missing. 2: usage.')
    .action(async (options) => finish(await (await import('./tune.ts')).tune(options)));
}

function addUi(program: Command, finish: Finish): void {
  program
    .command('ui')
    .description('open the web UI with the runs of this repository')
    .option('--port <number>', 'port to listen on, 0 for any free port (default: 4747, or any free port if it is in use)')
    .option('--no-open', 'print the address without opening a browser')
    .option('--queue <url>', 'show the workers and jobs of a queue (default: HYDRA_QUEUE)')
    .option('--blind', 'hide names and scores of undecided runs until you pick a candidate')
    .action(async (options) => finish(await (await import('./ui.ts')).ui(options)));
}

function addSetUpCommands(program: Command, finish: Finish): void {
  program
    .command('init')
    .description('find build, test and lint commands by trying them on HEAD, and write hydra.toml')
    .option('--no-run', 'write the first proposals without running anything')
    .option('--force', 'overwrite an existing hydra.toml')
    .addHelpText('after', '\nExit code 0: tests or a build work. 1: nothing can be measured; hydra.toml says why. 2: usage.')
    .action(async (options) => finish(await (await import('./init.ts')).init(options)));
  program
    .command('doctor')
    .description('check this machine and repository, and compare test results in your environment and under Hydra')
    .option('--no-run', 'skip the comparison of the tests')
    .option('--prove', 'mutate lines and report how many of the mutations the checks catch')
    .action(async (options) => finish(await (await import('./doctor.ts')).doctor(options)));
}

function addParse(program: Command, finish: Finish): void {
  program
    .command('parse')
    .description('parse outputs or reports and print one line of JSON per file')
    .argument('<files...>', 'output of a test, lint or security command, or a report')
    .requiredOption('--kind <kind>', 'test, lint or security')
    .option('--command <command>', 'command that wrote the output, as a hint')
    .option('--exit <code>', 'exit code of the command')
    .action(async (files, options) => finish((await import('./parse.ts')).parse(files, options)));
}

function addDemo(program: Command, finish: Finish): void {
  program
    .command('demo')
    .description('score four candidates of a small sample project')
    .option('--html <file>', 'also write the result as a self-contained HTML page')
    .action(async (options) => finish(await (await import('./demo.ts')).demo(options)));
}

function addShow(program: Command, finish: Finish): void {
  program
    .command('show')
    .description('print the ranking of a run')
    .argument('[run]', RUN)
    .option('--json', 'print the scorecard as JSON and nothing else')
    .option('--verbose', 'print scores, findings and evidence in full')
    .option('--markdown', 'print Markdown for a pull-request comment')
    .action(async (run, options) => finish(await (await import('./show.ts')).show(run, options)));
}

function addReport(program: Command, finish: Finish): void {
  program
    .command('report')
    .description('export a run as HTML, Markdown, JSON, JUnit, SARIF or in-toto statements')
    .argument('[run]', RUN)
    .option('--html <file>', 'self-contained HTML page that opens offline')
    .option('--markdown', 'print Markdown for a pull-request comment or a job summary')
    .option('--json', 'print the scorecard as JSON')
    .option('--junit <file>', 'JUnit XML: a test suite per candidate with its gates and dimensions')
    .option('--sarif <file>', 'SARIF: integrity findings and new lint findings of all candidates')
    .option('--attest <file>', 'in-toto statements about the winner, to be signed: test result and verified gates')
    .option('--attest-tree <file>', 'git tree object of the winner, for signing tools that need a file as the subject')
    .addHelpText('after', '\nSeveral formats can be written at once; `-` as a file is stdout.')
    .action(async (run, options) => finish(await (await import('./report.ts')).report(run, options)));
}

function addRunCommands(program: Command, finish: Finish): void {
  program
    .command('list')
    .description('list the runs of this repository, newest first')
    .option('--agents', 'show wins, mergeable results and cost per agent over all runs instead')
    .option('--queue [url]', 'show the workers and jobs of a queue instead (default: HYDRA_QUEUE)')
    .option('--json', 'print the list as JSON')
    .action(async (options) => finish(await (await import('./runs.ts')).list(options)));
  program
    .command('verify')
    .description('check every hash, schema and reference of a run')
    .argument('[run]', RUN)
    .option('--attestation <file>', 'also check that the in-toto statements in a file are those of the run; not their signatures')
    .addHelpText('after', '\nExit code 0: nothing differs. 1: each difference is listed. 2: usage, or an unusable file.')
    .action(async (run, options) => finish(await (await import('./runs.ts')).verify(run, options)));
  program
    .command('diff')
    .description('compare two candidates of a run: files, tests and lint that differ')
    .argument('<words...>', '[RUN] A B')
    .action(async (words) => finish(await (await import('./runs.ts')).diff(words)));
  program
    .command('clean')
    .description('delete old runs, cached results and cached dependencies')
    .option('--keep <number>', 'number of newest runs to keep', '20')
    .option('--cache-days <days>', 'delete cache entries older than this', '30')
    .option('--dry-run', 'list what would be deleted without deleting it')
    .action(async (options) => finish(await (await import('./runs.ts')).clean(options)));
}

function collect(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, value];
}
