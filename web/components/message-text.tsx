// A message of Hydra. Text between backticks is shown as code.
import { visibleText } from '../../src/text/index.ts';
import { InlineCode } from './inline-code.tsx';

export function MessageText({ text }: { text: string }) {
  // Every second piece was between two backticks. An odd number of backticks is not markup.
  const pieces = visibleText(text).split('`');
  const isPaired = pieces.length % 2 === 1;
  if (!isPaired) return <bdi>{visibleText(text)}</bdi>;
  return (
    <bdi>
      {pieces.map((piece, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never change their order.
        index % 2 === 1 ? <InlineCode key={index} text={piece} /> : piece,
      )}
    </bdi>
  );
}
