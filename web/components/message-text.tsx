// Sentences in which `commands` stand between backticks, as Hydra's messages write them.
import { visibleText } from '../../src/contract/index.ts';

export function MessageText({ text }: { text: string }) {
  // Every second piece stood between two backticks; a last one without its partner is no command.
  const pieces = visibleText(text).split('`');
  const isPaired = pieces.length % 2 === 1;
  if (!isPaired) return <bdi>{visibleText(text)}</bdi>;
  return (
    <bdi>
      {pieces.map((piece, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never change places.
        index % 2 === 1 ? <code key={index}>{piece}</code> : piece,
      )}
    </bdi>
  );
}
