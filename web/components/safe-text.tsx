// Text of unknown origin: always text, with what hides or reorders it made visible, and alone in its direction.
import { visibleText } from '../../src/contract/index.ts';

export function SafeText({ text }: { text: string }) {
  return <bdi>{visibleText(text)}</bdi>;
}
