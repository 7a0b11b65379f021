// The text of a task, which is often Markdown of several paragraphs.
import { SafeText } from './safe-text.tsx';

/** Line breaks are shown as such; everything else that hides text is escaped. */
export function TaskText({ text }: { text: string }) {
  return (
    <div className="task-text">
      {text
        .trim()
        .split(/\r?\n/)
        .map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change their order.
          <p key={index}>{line.trim() === '' ? '\u00a0' : <SafeText text={line} />}</p>
        ))}
    </div>
  );
}
