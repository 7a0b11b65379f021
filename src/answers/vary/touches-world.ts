// Calls whose arguments should not be changed: another text may be the name of another file to delete.
import type { MaskedSource } from '../../languages/index.ts';
import type { Expression } from '../calls/read-expression.ts';

const WITH_PATHS =
  /(?:^|[^A-Za-z])(?:delete|remove|rm|rmdir|rmtree|unlink|open|write|save|truncate|chmod|chown|move|rename|copy|upload|mkdir|touch)(?![a-z])/i;
const WITH_COMMANDS = /(?:^|[^A-Za-z])(?:exec|execute|system|spawn|popen|shell|eval|kill|run_?command)(?![a-z])/i;
const PATH_LIKE = /[\\/~]|^\.|\.[A-Za-z]\w{0,4}$/;

export function touchesWorld(call: string, { text, strings }: MaskedSource, { start }: Expression): boolean {
  const names = separated(call.slice(start).replace(/"[^"\n]*"|'[^'\n]*'/g, ''));
  const texts = strings.map(({ from, to }) => text.slice(from, to));
  return (
    (WITH_COMMANDS.test(names) && texts.length > 0) || (WITH_PATHS.test(names) && texts.some((each) => PATH_LIKE.test(each)))
  );
}

/** `removeFile` -> `remove_File` */
function separated(names: string): string {
  return names.replace(/([a-z])([A-Z])/g, '$1_$2');
}
