// Real formatters change no tokens: sources of this project and of its dependencies, in several styles.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT, toolPath } from '../scripts/project.mjs';
import { compareTexts } from './compare-texts.ts';
import { temporaryFolder } from './temporary-repository.ts';

const FOLDERS = [
  'src/scoring',
  'src/git',
  'src/languages',
  'web',
  'docs/schema',
  'node_modules/commander/lib',
  'node_modules/picomatch/lib',
];

function sources(): Map<string, string> {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:[cm]?[jt]sx?|css|json)$/.test(name))
      .map((name) => join(folder, name)),
  );
  return new Map(paths.map((path) => [path.replace('node_modules', 'modules'), readFileSync(join(ROOT, path), 'utf8')]));
}

const STYLES = {
  'few characters': {
    formatter: { indentStyle: 'tab', lineWidth: 60, bracketSpacing: false },
    javascript: {
      formatter: { semicolons: 'asNeeded', arrowParentheses: 'asNeeded', trailingCommas: 'none', quoteStyle: 'double' },
    },
  },
  'many characters': {
    formatter: { indentStyle: 'space', indentWidth: 4, lineWidth: 200, attributePosition: 'multiline' },
    javascript: {
      formatter: { quoteStyle: 'single', trailingCommas: 'all', bracketSameLine: true, quoteProperties: 'preserve' },
    },
    css: { formatter: { quoteStyle: 'single' } },
  },
};

describe('Biome', () => {
  test.each(Object.entries(STYLES))('%s', (_style, style) => {
    const folder = temporaryFolder();
    const files = sources();
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ root: true, ...style }));
    const biome = toolPath('@biomejs/biome', 'biome');
    execFileSync(process.execPath, [biome, 'format', '--write', '.'], { cwd: folder, stdio: 'ignore' });
    const formatted = new Map([...files.keys()].map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
    const rewritten = [...files].filter(([path, text]) => formatted.get(path) !== text);
    expect(rewritten.length).toBeGreaterThan(files.size / 2);
    const changed = rewritten.map(([path, text]) => [path, compareTexts(path, text, formatted.get(path) ?? '')]);
    expect(changed.filter(([, counts]) => JSON.stringify(counts) !== '[0,0]')).toEqual([]);
  });
});

const GO = `package a
import ( "fmt"
 "os" )
type A struct { b int; c   map[string]int } // comment
func ( a  *A ) D( e,f int ) ( g int,err error ) {
  if ( e<f ) { fmt.Println( "x y",e ); return e+f,nil }
  for i:=0;i<e;i++ { a.c[ "k" ] += i<<1 }
  x := [ ]int{ 1,2,
    3, }
  switch { case e>1: os.Exit( 1 )
  default:
  }
  return x[0],nil }
`;

const RUST = `use std::{fmt};
#[derive(Debug,Clone)] pub struct A<'a>{pub b:&'a str,c:Vec<Vec<u8> >}
impl <'a> A<'a>{ // comment
fn d(&self,e:u32)->Option<char>{ match e{ 0=>None, 1=>{ Some('x') }, 2=>{ let f=e+1; char::from_u32(f) },
  _=>self.b.chars().map(|g|{ g.to_ascii_uppercase() }).filter(|h|h.is_alphabetic()&&self.c.len()>usize::MAX/2||*h!='\\n').next() } } }
pub fn i<T:fmt::Debug>(j:T,k:(u8,))->String where T:Clone{ format!("{:?} {:?}",j.clone(),k) }
`;

describe.each([
  ['gofmt', [], 'a.go', GO],
  ['rustfmt', ['--edition', '2021', '--config', 'max_width=60'], 'a.rs', RUST],
  ['rustfmt', ['--edition', '2021', '--config', 'max_width=160,hard_tabs=true'], 'a.rs', RUST],
])('%s %j', (program, args, path, text) => {
  const { status, stdout } = spawnSync(program, args, { input: text, encoding: 'utf8' });

  test.skipIf(status === null)('changes no tokens', () => {
    expect(status).toBe(0);
    expect(stdout).not.toBe(text);
    expect(compareTexts(path, text, stdout)).toEqual([0, 0]);
  });
});
