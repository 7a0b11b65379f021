// Text from a candidate. Characters that hide or reorder text are shown as escapes, and <bdi> keeps its direction local.
import { pageText } from '../format/page-text.ts';

export function SafeText({ text }: { text: string }) {
  return <bdi>{pageText(text)}</bdi>;
}
