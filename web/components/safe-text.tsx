// Text from a candidate. Characters that hide or reorder text are shown as escapes, and <bdi> keeps its direction local.
import { visibleText } from '../../src/contract/index.ts';

export function SafeText({ text }: { text: string }) {
  return <bdi>{visibleText(text)}</bdi>;
}
