// Examples of a task and answers in Go and Rust, with the real compilers.
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readAnswers, writeAnswers } from '../../src/answers/index.ts';
import type { Scorecard } from '../../src/contract/index.ts';
import { createRepository, type Files, temporaryFolder, writeFiles } from '../temporary-repository.ts';
import { starts } from './installed-runners.ts';
import { ensureProgram, runHydra, runProgram } from './run-hydra.ts';
import { SLUG_PROJECTS, type SlugProject } from './slug-projects.ts';

beforeAll(ensureProgram, 120_000);

const LANGUAGES = [
  {
    name: 'go test',
    program: 'go',
    call: 'slug.Slug',
    empty: 'Slug("")',
    report: '```go\nfmt.Println(slug.Slug("--Dash it--"))\n```\n\nExpected: `dash-it`\nActual: `-dash-it-`\n',
    invalid: '`slug.Slug(3)` should return `"3"`.',
  },
  {
    name: 'cargo test',
    program: 'cargo',
    call: 'slug',
    empty: 'slug("")',
    report: '```rust\nassert_eq!(slug("--Dash it--"), "dash-it");\n```\n',
    invalid: '`slug(3)` should return `"3"`.',
  },
];

function projectOf(name: string): SlugProject {
  const project = SLUG_PROJECTS.find((each) => each.name.startsWith(name));
  if (project === undefined) throw new Error(`there is no project of ${name}`);
  return project;
}

function repositoryOf({ test: command, files, path, source }: SlugProject): string {
  const config = `[scoring.tests]\nreruns = 0\n[scoring.integrity]\ncanary = false\nindependent = false\n[scoring.commands]\ntest = ${JSON.stringify(command)}\n`;
  const base = { ...files, 'hydra.toml': config, '.gitignore': 'target\nCargo.lock\n', [path]: source('base') };
  return createRepository(base, {
    right: { [path]: source('right') },
    partial: { [path]: source('partial') },
    wrong: { [path]: source('wrong') },
  });
}

async function score(folder: string, task: string): Promise<Scorecard> {
  const place = temporaryFolder();
  writeFiles(place, { 'issue.md': task });
  const args = ['score', '--json', '--base', 'main', 'right', 'partial', 'wrong', '--task', join(place, 'issue.md')];
  const { stdout, stderr } = await runHydra(args, folder);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Scorecard;
}

describe.each(LANGUAGES)('$name', ({ name, program, call, empty, report, invalid }) => {
  const isMissing = !starts(program, 'version');

  test.skipIf(isMissing)(
    'the examples of the task decide; one that cannot be compiled stops no other',
    { timeout: 300_000 },
    async () => {
      const folder = repositoryOf(projectOf(name));
      const card = await score(folder, `Dashes at the ends\n\n\`${call}("")\` should return \`"n-a"\`. ${invalid}\n\n${report}`);
      expect([card.verdict.class, card.winner]).toEqual(['decided_by_tests', 'right']);
      const scored = (card.cross_tests ?? []).filter(({ standing }) => standing === 'scored');
      const rows = scored.map(({ base, outcomes, standing }) => [base, outcomes, standing]);
      expect(rows).toEqual([
        ['fail', { right: 'pass', partial: 'pass', wrong: 'fail' }, 'scored'],
        ['fail', { right: 'pass', partial: 'fail', wrong: 'fail' }, 'scored'],
      ]);
      const explained = await runHydra(['explain', '--task'], folder);
      expect(explained.stdout).toContain('not run: it cannot be compiled on any tree');
      expect((await runHydra(['replay'], folder)).stdout).toContain('every byte');
    },
  );

  test.skipIf(isMissing)(
    'different answers make candidates level, with a question that names the input',
    { timeout: 300_000 },
    async () => {
      const card = await score(repositoryOf(projectOf(name)), 'Dashes at the ends');
      expect([card.verdict.class, card.winner]).toEqual(['level', undefined]);
      const question = card.questions?.find((each) => each.call === empty);
      expect(question?.answers.map(({ answer, candidates }) => [answer, candidates])).toEqual([
        ['"n-a"', ['partial', 'right']],
        ['"none"', ['wrong']],
      ]);
    },
  );
});

/** The answers to calls in a generated file, by call. */
async function answersTo(
  language: 'go' | 'rust',
  files: Files,
  calls: readonly [call: string, imports?: string][],
): Promise<Record<string, string>> {
  const folder = temporaryFolder();
  const asked = calls.map(([call, imports = ''], index) => ({ probe: { id: `p${index}`, call }, imports, importsPath: null }));
  const callOf = new Map(asked.map(({ probe }) => [probe.id, probe.call]));
  const written = writeAnswers({
    language,
    calls: asked,
    path: 'answers',
    moduleForm: null,
    place: { packageName: 'sample', crateName: 'sample' },
  });
  if (written === null || !('file' in written)) throw new Error('no file was written');
  writeFiles(folder, { ...files, [language === 'go' ? 'answers_test.go' : 'tests/answers_test.rs']: written.file });
  const path = join(folder, 'answers.jsonl');
  const [program, ...args] = language === 'go' ? ['go', 'test', './...'] : ['cargo', 'test', '--test=answers_test'];
  const quoted = [program, ...args].join(' ');
  const { stdout, stderr } = await runProgram(
    'sh',
    ['-c', `cd '${folder}' && HYDRA_ANSWERS_FILE='${path}' ${quoted} && cat '${path}'`],
    folder,
  );
  const read = readAnswers({ text: stdout, probes: asked.map(({ probe }) => probe) });
  if (read.answers.size === 0) throw new Error(stdout + stderr);
  const known = [...read.answers, ...read.unstable.map((id) => [id, 'unstable'] as const)];
  return Object.fromEntries(known.map(([id, answer]) => [callOf.get(id), answer]));
}

test.skipIf(!starts('go', 'version'))(
  'shows values of Go in canonical form, and survives calls that end or block the process',
  { timeout: 120_000 },
  async () => {
    const source = `package sample

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"
)

type Point struct {
	X, Y   int
	hidden int
}
type Closed struct{ n int }

func (c Closed) String() string { return fmt.Sprint("closed ", c.n) }

type Cycle struct{ Next *Cycle }

func Text() string                     { return "a\\"é\\n" }
func Float() float64                   { return 0.1 + 0.2 }
func Whole() float64                   { return 3 }
func Pair() (string, error)            { return "a", nil }
func Broken() (int, error)             { return 1, fmt.Errorf("no %d", 1) }
func Syntax() (int, error)             { return strconv.Atoi("x") }
func Plain() error                     { return errors.New("no") }
func Map() map[string][]int            { return map[string][]int{"b": {2}, "a": nil} }
func Pointer() *Point                  { return &Point{1, 2, 3} }
func Opaque() Closed                   { return Closed{4} }
func Bytes() []byte                    { return []byte("a") }
func Wait() time.Duration              { return 90 * time.Second }
func Around() *Cycle                   { c := &Cycle{}; c.Next = c; return c }
func Panic() int                       { panic("no") }
func Exit() int                        { os.Exit(1); return 1 }
func Deep(n int) int                   { return Deep(n+1) + Deep(n) }
func Forever() int                     { for { } }
func Clock() int64                     { return time.Now().UnixNano() }
func Repeat(s string, d time.Duration) string { return s + d.String() }
`;
    const answers = await answersTo('go', { 'go.mod': 'module example.org/sample\n\ngo 1.16\n', 'sample.go': source }, [
      ...(
        ['Text()', 'Float()', 'Whole()', 'Pair()', 'Broken()', 'Syntax()', 'Plain()', 'Map()', 'Pointer()', 'Opaque()'] as const
      ).map((call): [string] => [call]),
      ...(['Bytes()', 'Wait()', 'Around()', 'Panic()', 'Exit()', 'Forever()', 'Clock()'] as const).map((call): [string] => [
        call,
      ]),
      ['Repeat("a", time.Second)', '"time"'],
    ]);
    expect(answers).toEqual({
      'Text()': '"a\\"é\\n"',
      'Float()': '0.3',
      'Whole()': '3.0',
      'Pair()': '("a", nil)',
      'Broken()': 'error',
      'Syntax()': 'error strconv.NumError',
      'Plain()': 'error',
      'Map()': 'map["a": [], "b": [2]]',
      'Pointer()': '&sample.Point{X: 1, Y: 2}',
      'Opaque()': 'sample.Closed(closed 4)',
      'Bytes()': '[]byte("a")',
      'Wait()': 'time.Duration(1m30s)',
      'Around()': '&sample.Cycle{Next: <cycle>}',
      'Panic()': 'panics',
      'Exit()': 'exits',
      'Forever()': 'times out',
      'Clock()': 'unstable',
      'Repeat("a", time.Second)': '"a1s"',
    });
  },
);

test.skipIf(!starts('cargo', 'version'))(
  'shows values of Rust in canonical form, and survives calls that end or block the process',
  { timeout: 240_000 },
  async () => {
    const source = `use std::collections::{HashMap, HashSet};

#[derive(Debug)]
pub struct Point { pub x: i32, pub y: f64 }
pub struct Closed;
#[derive(Debug)]
pub enum ParseError { Empty, At(usize) }

pub fn text() -> &'static str { "a\\"é\\n" }
pub fn float() -> f64 { 0.1 + 0.2 }
pub fn point() -> Option<Point> { Some(Point { x: 1, y: 2.0 }) }
pub fn map() -> HashMap<String, HashSet<i32>> {
    ["b", "a"].iter().map(|key| (key.to_string(), [3, 1, 2].iter().cloned().collect())).collect()
}
pub fn fails() -> Result<u8, ParseError> { Err(ParseError::At(3)) }
pub fn says() -> Result<u8, String> { Err(String::from("no")) }
pub fn works() -> Result<f64, String> { Ok(1.0 / 3.0) }
pub fn opaque() -> Closed { Closed }
pub fn words(text: &str) -> impl Iterator<Item = &str> { text.split(' ') }
pub fn nothing() {}
pub fn panic() -> u8 { panic!("no") }
pub fn exit() -> u8 { std::process::exit(1) }
pub fn abort() -> u8 { std::process::abort() }
pub fn forever() -> u8 { loop { std::thread::sleep(std::time::Duration::from_millis(50)) } }
`;
    const manifest = '[package]\nname = "sample"\nversion = "0.1.0"\nedition = "2021"\n';
    const names = [
      'text',
      'float',
      'point',
      'map',
      'fails',
      'says',
      'works',
      'opaque',
      'nothing',
      'panic',
      'exit',
      'abort',
      'forever',
    ];
    const calls = names.map((name): [string] => [`sample::${name}()`]);
    const answers = await answersTo('rust', { 'Cargo.toml': manifest, 'src/lib.rs': source }, [
      ...calls,
      ['words("a b")', 'use sample::words;'],
    ]);
    expect(answers).toEqual({
      'sample::text()': '"a\\"é\\n"',
      'sample::float()': '0.3',
      'sample::point()': 'Some(Point { x: 1, y: 2.0 })',
      'sample::map()': '{"a": {1, 2, 3}, "b": {1, 2, 3}}',
      'sample::fails()': 'Err(At)',
      'sample::says()': 'Err(String)',
      'sample::works()': 'Ok(0.333333333333)',
      'sample::opaque()': '<no Debug>',
      'sample::nothing()': '()',
      'sample::panic()': 'panics',
      'sample::exit()': 'exits',
      'sample::abort()': 'crashes',
      'sample::forever()': 'times out',
      'words("a b")': 'iter(["a", "b"])',
    });
  },
);
