// The task of a run: its first line as a title, the whole text on request.
import { SafeText } from '../components/safe-text.tsx';
import './task-title.css';

const MAX_TITLE_LENGTH = 160;

export function TaskTitle({ task }: { task: string | null }) {
  if (task === null) return <p className="task muted">No task description</p>;
  const lines = task.split(/\r?\n/);
  const [title = '', ...rest] = lines.filter((line, index) => index > 0 || line.trim() !== '');
  const isWhole = rest.every((line) => line.trim() === '') && title.length <= MAX_TITLE_LENGTH;
  const shown = title.length > MAX_TITLE_LENGTH ? `${title.slice(0, MAX_TITLE_LENGTH)}…` : title;
  if (isWhole)
    return (
      <p className="task">
        <SafeText text={shown} />
      </p>
    );
  return (
    <details className="task">
      <summary>
        <SafeText text={shown} />
      </summary>
      <div className="whole-task">
        <TaskText text={task} />
      </div>
    </details>
  );
}

/** Line breaks are shown as such; everything else that hides text is escaped. */
export function TaskText({ text }: { text: string }) {
  return text.split(/\r?\n/).map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change their order.
    <p key={index}>{line.trim() === '' ? '\u00a0' : <SafeText text={line} />}</p>
  ));
}
