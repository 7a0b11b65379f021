// Syntax highlighting. A separate chunk that is loaded with the first diff. It returns spans with class names, never HTML.
import bash from 'highlight.js/lib/languages/bash';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scss from 'highlight.js/lib/languages/scss';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';
import type { ColoredSpan } from '../../format/text-runs.ts';

const lowlight = createLowlight({
  ...{ bash, cpp, csharp, css, go, ini, java, json, kotlin, makefile, markdown },
  ...{ php, python, ruby, rust, scss, sql, swift, typescript, xml, yaml },
});

/** Minified code would take seconds to highlight. */
const MAX_LINE = 2000;

/** The class of the page for each class of highlight.js. */
const COLORS: Record<string, string> = {
  ...color('tok-word', 'keyword literal built_in selector-tag tag name section doctag'),
  ...color('tok-text', 'string regexp char symbol template-tag link bullet code'),
  ...color('tok-note', 'comment quote meta deletion'),
  ...color(
    'tok-value',
    'number variable attr attribute property selector-class selector-id selector-attr template-variable params',
  ),
  ...color('tok-name', 'title type class function'),
};

interface Node {
  type: string;
  value?: string;
  properties?: { className?: unknown };
  children?: readonly Node[];
}

/** The spans of each line; none for a language without a grammar. Lines are highlighted together, so that a comment over several lines is recognized. */
export function highlightCode(language: string, lines: readonly string[]): ColoredSpan[][] {
  const spans: ColoredSpan[][] = lines.map(() => []);
  if (!lowlight.registered(language) || lines.some((line) => line.length > MAX_LINE)) return spans;
  const position = { line: 0, column: 0 };
  const walk = (node: Node, className: string) => {
    if (node.type === 'text') addText(spans, position, node.value ?? '', className);
    const own = node.properties === undefined ? null : colorOf(node.properties.className);
    for (const child of node.children ?? []) walk(child, own ?? className);
  };
  walk(lowlight.highlight(language, lines.join('\n')) as Node, '');
  return spans;
}

function addText(spans: ColoredSpan[][], position: { line: number; column: number }, text: string, className: string): void {
  for (const [index, part] of text.split('\n').entries()) {
    if (index > 0) {
      position.line++;
      position.column = 0;
    }
    const end = position.column + part.length;
    if (className !== '' && part !== '') spans[position.line]?.push({ start: position.column, end, className });
    position.column = end;
  }
}

function colorOf(className: unknown): string | null {
  const first = Array.isArray(className) ? String(className[0]).replace(/^hljs-/, '') : '';
  return Object.hasOwn(COLORS, first) ? (COLORS[first] ?? null) : null;
}

function color(className: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, className]));
}
