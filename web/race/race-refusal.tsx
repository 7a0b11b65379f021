// An error of the server in the race form.
import type { DataSourceError } from '../api/data-source.ts';
import { MessageText } from '../components/message-text.tsx';
import { pageAdvice } from '../format/page-advice.ts';

export function RaceRefusal({ title, error }: { title: string; error: DataSourceError }) {
  return (
    <div className="note bad-note">
      <strong>{title}</strong>
      <p>
        <MessageText text={error.message} />
        <br />
        <span className="muted">
          <MessageText text={pageAdvice(error)} />
        </span>
      </p>
    </div>
  );
}
