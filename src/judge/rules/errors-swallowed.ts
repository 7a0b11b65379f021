import { anyOf, inOrder } from '../../languages/index.ts';
import { addedCode } from '../integrity/code-lines.ts';
import { isSource } from '../integrity/file-kinds.ts';
import type { PatchFile, PatchLine } from '../integrity/patch.ts';
import { type FileRule, fileFinding } from '../integrity/rule.ts';

/** `except Exception:`; group 1 is a statement without effect on the same line. */
const PYTHON_CATCH = inOrder({
  start: /^\s*except(?:\s+\(?(?:Base)?Exception\)?)?(?:\s+as\s+\w{1,80})?\s*:/,
  statement: /\s*(?:(pass|continue|return(?:\s+None)?)\s*)?$/,
});
const PYTHON_NOTHING = /^\s*(?:pass|continue|\.\.\.|return(?:\s+None)?)\s*$/;
const RUBY_CATCH = /^\s*rescue(?:\s+(?:StandardError|Exception))?(?:\s*=>\s*\w{1,80})?\s*$/;
const RUBY_NOTHING = /^\s*(?:nil|next|end)\s*$/;
/** `catch (e) {`, without a type or with one that includes all errors. */
const BRACE_CATCH = inOrder({
  keyword: /\bcatch\b\s*/,
  parameter:
    /(?:\(\s*(?:final\s+)?(?:\\?(?:Throwable|Exception|RuntimeException|Error)\b[\w$ ]{0,80}|\.\.\.|[\w$]{1,80})\s*\)\s*)?/,
  body: /\{\s*$/,
});
/** A comment in the block would be a reason. */
const BRACE_NOTHING = /^\s*\}\s*(?:;\s*)?$/;
const CATCHES: readonly (readonly [start: RegExp, nothing: RegExp])[] = [
  [PYTHON_CATCH, PYTHON_NOTHING],
  [RUBY_CATCH, RUBY_NOTHING],
  [BRACE_CATCH, BRACE_NOTHING],
];
const ONE_LINE = anyOf({
  emptyBlock: /\bcatch\s*(?:\([^)]{0,120}\)\s*)?\{\s*\}/,
  ruby: /\brescue\s*(?:=>\s*\w{1,80}\s*)?(?:;\s*)?(?:nil|next)\s*$/,
  python: /\bsuppress\(\s*(?:Base)?Exception\s*\)/,
  go: /\bdefer\s+func\(\)\s*\{\s*(?:_\s*=\s*)?recover\(\)\s*(?:;\s*)?\}\(\)/,
  rust: /\blet\s+_\s*=\s*(?:std::)?panic::catch_unwind\b/,
});

export const errorsSwallowed: FileRule = {
  id: 'errors_swallowed',
  scope: 'file',
  title: 'Every error is caught and ignored.',
  severity: 'warning',
  otherSeverities: {},
  docs: {
    catches:
      'Added code in sources that catches all errors and does nothing: `except Exception: pass`, `catch (e) {}`, `rescue => e` with `nil`, `defer func() { recover() }()`. A handler for one kind of error, a handler that does something, and a comment with a reason are not reported.',
    why: 'Ignoring every error lets broken code pass tests that only check that nothing is thrown.',
    example: { 'src/cart.py': ['+    except Exception:', '+        pass'] },
    allow: 'Allow files in which errors do not matter, or write the reason as a comment into the block.',
  },
  find({ patch }) {
    return patch.filter(isSource).flatMap((file) => {
      const lines = swallowingLines(file);
      if (lines.length === 0) return [];
      return [fileFinding('warning', 'catches every error and ignores it', file.path, lines)];
    });
  },
};

function swallowingLines(file: PatchFile): PatchLine[] {
  const code = addedCode(file).filter(({ text }) => text.trim() !== '');
  return code.filter((line, index) => {
    if (ONE_LINE.test(line.text) && ONE_LINE.test(line.code)) return true;
    const next = code[index + 1];
    return CATCHES.some(([start, nothing]) => {
      const match = start.exec(line.code);
      return match !== null && (match[1] !== undefined || (next !== undefined && nothing.test(next.text)));
    });
  });
}
