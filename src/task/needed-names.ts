// The names that an example uses and that the repository must define.
import type { TaskExample } from '../contract/index.ts';
import { freeNames } from './expression.ts';
import { isKnownName } from './known-names.ts';
import type { CodeLanguage } from './syntax.ts';

const BOUND: Readonly<Record<'python' | 'javascript' | 'go' | 'rust', RegExp>> = {
  python:
    /^[ \t]*(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)|^[ \t]*([\w, ()*[\]]{1,200}?)[ \t]*(?::[^=\n]{1,80})?=(?!=)|\bfor[ \t]+([\w, ()]{1,80}?)[ \t]+in\b|\bas[ \t]+(\w+)|^[ \t]*(?:from[ \t]+[\w.]+[ \t]+)?import[ \t]+(\([^)]{0,1000}\)|[^\n]{1,300})|\((\w+)[ \t]*:=/gm,
  javascript:
    /\b(?:const|let|var)[ \t]+(\w+|\{[^}]{0,500}\}|\[[^\]]{0,500}\])|\b(?:function\*?|class)[ \t]+(\w+)|\bimport[ \t]+(?:type[ \t]+)?([\w*,{} \t\n$]{1,500}?)[ \t\n]*\bfrom\b|\(([\w, {}]{0,200})\)[ \t]*(?:=>|\{)|\bcatch[ \t]*\((\w+)\)/g,
  go: /^[ \t]*(?:(?:if|for|switch)[ \t]+)?([\w, \t]{1,200}?)[ \t]*:=|\bvar[ \t]+(\w+)|\bfunc[ \t]+(\w+)|\btype[ \t]+(\w+)|^[ \t]*import[ \t]+(?:\w+[ \t]+)?"(?:[^"\n]*\/)?(\w+)"/gm,
  rust: /\blet[ \t]+(?:mut[ \t]+)?([\w, ()&]{1,200}?)[ \t]*(?::[^=\n]{1,80})?=|\b(?:fn|struct|enum|const|static|mod)[ \t]+(\w+)|\buse[ \t]+([^;\n]{1,300})|\bfor[ \t]+([\w, ()]{1,80}?)[ \t]+in\b/g,
};

/** `name as` in `import { name as other }` and `import name as other`: only the other name is defined. */
const RENAMES = /\b[\w$.]{1,100}[ \t\n]{1,20}as[ \t\n]{1,20}/g;

/** The names that statements define. A few more do no harm: an example without its import fails on every tree. */
function namesBound(code: string, language: CodeLanguage): Set<string> {
  const pattern = BOUND[language === 'typescript' ? 'javascript' : language];
  const names = [...code.matchAll(pattern)].flatMap((match) =>
    match.slice(1).flatMap((part) => part?.replace(RENAMES, '').match(/[A-Za-z_$][\w$]*/g) ?? []),
  );
  return new Set(names);
}

/** Sorted. Names of methods and attributes do not count. */
export function neededNames({ imports, setup, call, expected, language }: TaskExample): string[] {
  if (language === 'shell') return [];
  const code = [setup, call, expected.kind === 'value' ? expected.code : ''].join('\n');
  const { called, values } = freeNames(code, language);
  const bound = namesBound(`${imports}\n${setup}\n${call.includes('\n') ? call : ''}`, language);
  return [...new Set([...called, ...values])].filter((name) => !bound.has(name) && !isKnownName(name, language)).sort();
}
