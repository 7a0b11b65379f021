// Whether a place in a text shows what should happen or what happens. A report of a bug shows both.
import type { Block } from './blocks.ts';

/** wanted: what should happen. actual: what happens now. open: the place does not say. */
export type Stance = 'wanted' | 'actual' | 'open';

const WANTED =
  /\b(?:expect(?:ed|ation|ations|s)?|desired|wanted|should|must|proposed|proposal|goal|acceptance|requirements?|correct (?:output|behaviou?r|result)|after(?: the (?:fix|change))?:)/i;
const ACTUAL =
  /\b(?:actual(?:ly)?|current(?:ly)?|observed|now:|today|instead|wrong(?:ly)?|incorrect(?:ly)?|broken|bug|but|got|gets|reproduc\w{1,6}|unexpected|before(?: the (?:fix|change))?:|what happens|fails?|crash\w{0,3})\b/i;

/** Words of a text that reports a fault: what it shows without "should" is probably the fault. */
const COMPLAINT =
  /\b(?:bugs?|wrong(?:ly)?|incorrectly|broken|regress(?:es|ed|ion)|unexpected(?:ly)?|actual(?:ly)? (?:behaviou?r|result|output|value|returns?|gives?|prints?|gets?)|actual:|currently|i (?:got|get|see|am getting|was expecting|expected)|i['’]m getting|but (?:it |this |that |instead |i |we )?(?:returns?|gives?|got|gets?|prints?|throws?|raises?|yields?)|instead of|rather than|reproduc\w{1,6}|expected behaviou?r|expected (?:result|output):|(?:i|we)(?:['’]d| would)?(?: have)? expect(?:ed)?|crash(?:es|ed)?|at the moment)\b/i;

export function isComplaint(text: string): boolean {
  return COMPLAINT.test(text);
}

/** By what introduces a block: the line before it, else the heading above. */
export function stanceOf({ heading, intro }: Pick<Block, 'heading' | 'intro'>): Stance {
  const byIntro = stanceOfWords(intro);
  return byIntro === 'open' ? stanceOfWords(heading) : byIntro;
}

export function stanceOfWords(words: string): Stance {
  const [isWanted, isActual] = [WANTED.test(words), ACTUAL.test(words)];
  if (isActual) return isWanted && /\bbut\b.{0,60}\b(?:should|must|expected)\b/i.test(words) ? 'wanted' : 'actual';
  return isWanted ? 'wanted' : 'open';
}
