// What each command takes. The commands themselves are loaded when they are called.
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
  addMerge(program, finish);
  addUi(program, finish);
  addSetUpCommands(program, finish);
  addParse(program, finish);
  addDemo(program, finish);
}

const ACCEPTANCE = 'tests that every candidate must pass: a file, folder or patch; may be given several times';
const RUN = 'a run, by the start of its id or its folder (default: the newest)';

function addScore(program: Command, finish: Finish): void {
  program
    .command('score')
    .description('run the checks on every candidate and rank them')
    .argument('[candidates...]', 'NAME=CANDIDATE or CANDIDATE: a branch or commit, a folder, or a patch file')
    .option('--base <ref>', 'the commit that the candidates started from', 'HEAD')
    .option('--acceptance <path>', ACCEPTANCE, collect)
    .option('--json', 'print the scorecard as JSON and nothing else')
    .option('--jobs <number>', 'how many checks run at once (default: from cores and memory)')
    .option('--no-cache', 'run every check, also those whose result is known')
    .option('--config <file>', "the settings to score with (default: the base's hydra.toml)")
    .option('--profile <profile>', 'the preset for commands that the settings leave out')
    .option('--weight <dimension=number>', 'another weight for one dimension; may be given several times', collect)
    .option('--resume', 'go on with the run that was interrupted last')
    .action(async (candidates, options) => finish(await (await import('./score.ts')).score(candidates, options)));
}

function addRace(program: Command, finish: Finish): void {
  program
    .command('race')
    .description('let agents work on a task side by side, then rank what they leave')
    .argument('[task...]', 'the task, in quotes (on a terminal without one: your editor)')
    .option('--agents <names>', 'who races: claude,codex,codex:MODEL (default: agents under [race])')
    .option('--task-file <file>', 'the task, from a file')
    .option('--rematch <run>', 'the task and the base of an earlier run')
    .option('--base <ref>', 'the commit that the agents start from (default: HEAD)')
    .option('--candidates <name=ref...>', 'attempts that are there already, ranked with the others')
    .option('--test-author <agent>', 'an agent that writes tests of the task; they run on every candidate')
    .option('--acceptance <path>', ACCEPTANCE, collect)
    .option('--allow-experimental', 'also agents whose call was not proven')
    .option('--budget-usd <usd>', 'what all agents may cost together')
    .option('--budget-tokens <number>', 'how many tokens they may use together')
    .option('--agent-budget-usd <usd>', 'what each agent may cost')
    .option('--agent-budget-tokens <number>', 'how many tokens each may use')
    .option('--timeout <seconds>', 'how long an agent may work')
    .option('--idle-timeout <seconds>', 'how long it may print nothing')
    .option('--start-timeout <seconds>', 'how long until it prints something')
    .option('--disk-limit <megabytes>', 'how much it may write to the disk')
    .option('--json', 'print the scorecard as JSON and nothing else')
    .option('--jobs <number>', 'how many checks run at once (default: from cores and memory)')
    .option('--no-cache', 'run every check, also those whose result is known')
    .option('--config <file>', "the settings to score with (default: the base's hydra.toml)")
    .option('--profile <profile>', 'the preset for commands that the settings leave out')
    .option('--weight <dimension=number>', 'another weight for one dimension; may be given several times', collect)
    .action(async (task, options) => finish(await (await import('./race.ts')).race(task, options)));
}

function addReplay(program: Command, finish: Finish): void {
  program
    .command('replay')
    .description('compute a run again from its captures, or stored facts, and say whether the bytes match')
    .argument('[run]', RUN)
    .option('--facts <file>', 'a facts file instead of a run')
    .option('--config <file>', 'the settings to score with (default: hydra.toml in this folder)')
    .option('--weight <dimension=number>', 'another weight for one dimension; may be given several times', collect)
    .option('--json', 'print the scorecard as JSON and nothing else')
    .action(async (run, options) => finish(await (await import('./replay.ts')).replay(run, options)));
}

function addExplain(program: Command, finish: Finish): void {
  program
    .command('explain')
    .description('show the arithmetic behind a candidate, or the settings in force')
    .argument('[words...]', '[RUN] CANDIDATE [DIMENSION]')
    .option('--facts <file>', 'a facts file instead of a run')
    .option('--config <file>', 'the settings to score with (default: hydra.toml in this folder)')
    .option('--policy', 'show every setting and where it came from')
    .option('--tests', 'show every new test about the task, and which candidates pass it')
    .option('--runs', 'list every execution of a run, how long it took and why it was needed')
    .action(async (words, options) => finish(await (await import('./explain.ts')).explain(words, options)));
}

function addAccept(program: Command, finish: Finish): void {
  program
    .command('accept')
    .description('accept the tests that a candidate changed, and score the run again from its captures')
    .argument('<words...>', '[RUN] CANDIDATE [TEST...]')
    .option('--reject', 'count them as regressions instead')
    .option('--json', 'print the new scorecard as JSON and nothing else')
    .action(async (words, options) => finish(await (await import('./accept.ts')).accept(words, options)));
}

function addMerge(program: Command, finish: Finish): void {
  program
    .command('merge')
    .description('merge the winner, or the candidate you name, after checking the merged tree')
    .argument('[words...]', '[RUN] [CANDIDATE]')
    .option('--dry-run', 'say what would happen, and change nothing')
    .option('--yes', 'do not ask')
    .option('--strategy <strategy>', 'squash, merge or rebase', 'squash')
    .option('--onto <branch>', 'the branch to merge into (default: the one that the candidates started from)')
    .option('--to-branch <name>', 'put the result on a new branch instead, and leave everything else alone')
    .option('--patch <file>', 'write the result as a patch instead, and leave everything else alone')
    .option('--pick <candidate:path>', 'take a file, or with #N its Nth hunk, from another candidate; scored again', collect)
    .option('-m, --message <text>', 'the message of the commit; the trailers are added to it')
    .option('--no-verify', 'do not run your pre-commit, pre-merge-commit and commit-msg hooks')
    .option('--force', 'merge although a gate failed; needs --reason and is recorded')
    .option('--reason <text>', 'why it is merged all the same')
    .option('--jobs <number>', 'how many checks run at once (default: from cores and memory)')
    .option('--no-cache', 'run every check, also those whose result is known')
    .option('--json', 'with --dry-run: print the plan as JSON')
    .action(async (words, options) => finish(await (await import('./merge.ts')).merge(words, options)));
}

function addUi(program: Command, finish: Finish): void {
  program
    .command('ui')
    .description('show the runs of this repository on a local web page')
    .option('--port <number>', 'the port to listen on (0: any that is free)', '0')
    .option('--no-open', 'only print the address')
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
    .description('say whether this machine and this repository are ready, and compare the tests by hand and under Hydra')
    .option('--no-run', 'do not run the tests of the base')
    .option('--prove', 'break lines on purpose and report how many of these mutations the checks catch')
    .action(async (options) => finish(await (await import('./doctor.ts')).doctor(options)));
}

function addParse(program: Command, finish: Finish): void {
  program
    .command('parse')
    .description('show what the parsers see in outputs or reports: one line of JSON per file')
    .argument('<files...>', 'outputs of a test, lint or security command, or reports it wrote')
    .requiredOption('--kind <kind>', 'test, lint or security')
    .option('--command <command>', 'the command that wrote the output, as a hint')
    .option('--exit <code>', 'the exit code of the command')
    .action(async (files, options) => finish((await import('./parse.ts')).parse(files, options)));
}

function addDemo(program: Command, finish: Finish): void {
  program
    .command('demo')
    .description('score four attempts at a small task, to see what Hydra shows')
    .option('--html <file>', 'also write the result as a page that opens from the disk')
    .action(async (options) => finish(await (await import('./demo.ts')).demo(options)));
}

function addShow(program: Command, finish: Finish): void {
  program
    .command('show')
    .description('print the ranking of a run again')
    .argument('[run]', RUN)
    .option('--json', 'print the scorecard as JSON and nothing else')
    .option('--markdown', 'print it for a pull-request comment')
    .action(async (run, options) => finish(await (await import('./show.ts')).show(run, options)));
}

function addReport(program: Command, finish: Finish): void {
  program
    .command('report')
    .description('write a run as a page in one file, Markdown, JSON, JUnit or SARIF')
    .argument('[run]', RUN)
    .option('--html <file>', 'the page with its data in one file, which opens without a network')
    .option('--markdown', 'print it for a pull-request comment or a job summary')
    .option('--json', 'print the scorecard as JSON')
    .option('--junit <file>', 'a test suite per candidate, with its gates and dimensions')
    .option('--sarif <file>', 'integrity findings and new lint findings of all candidates')
    .addHelpText('after', '\nSeveral can be written at once; `-` as a file is stdout.')
    .action(async (run, options) => finish(await (await import('./report.ts')).report(run, options)));
}

function addRunCommands(program: Command, finish: Finish): void {
  program
    .command('list')
    .description('list the runs of this repository, newest first')
    .option('--json', 'print them as JSON')
    .action(async (options) => finish(await (await import('./runs.ts')).list(options)));
  program
    .command('verify')
    .description('check every hash, shape and reference of a run')
    .argument('[run]', RUN)
    .action(async (run) => finish(await (await import('./runs.ts')).verify(run)));
  program
    .command('diff')
    .description('compare two candidates of a run: files, tests and lint that differ')
    .argument('<words...>', '[RUN] A B')
    .action(async (words) => finish(await (await import('./runs.ts')).diff(words)));
  program
    .command('clean')
    .description('remove old runs, cached captures and set-ups')
    .option('--keep <number>', 'how many of the newest runs stay', '20')
    .option('--cache-days <days>', 'captures and set-ups older than this are removed from the cache', '30')
    .option('--dry-run', 'say what would be removed')
    .action(async (options) => finish(await (await import('./runs.ts')).clean(options)));
}

function collect(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, value];
}
